import { expect, it, vi } from 'vitest';
import { openTab } from '#portal/go-to.ts';
import { recordLogMessages } from '#portal/testing/record-log-messages.ts';
import { openLinksOnPlatform } from './open-links-on-platform.ts';

/** Whether the click on a word in the link was taken. */
function click(href: string, target = ''): boolean {
  const link = Object.assign(document.createElement('a'), { href, target });
  const word = document.createElement('b');
  link.append(word);
  document.body.replaceChildren(link);
  return !word.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
}

it('new tabs and links to them open through the platform, until the game is left', () => {
  const open = vi.fn(async () => true);
  const inTab = vi.spyOn(window, 'open').mockReturnValue(null);
  const stop = openLinksOnPlatform({ open });
  expect(openTab('https://law.example/terms')).toBe(true);
  expect(openTab('javascript:alert(1)')).toBe(false);
  expect(click('https://shop.example/', '_blank')).toBe(true);
  expect(click('https://here.example/')).toBe(false);
  expect(click('javascript:alert(1)', '_blank')).toBe(false);
  expect(open.mock.calls).toEqual([['https://law.example/terms'], ['https://shop.example/']]);
  expect(inTab).not.toHaveBeenCalled();
  stop();
  openTab('https://law.example/terms');
  expect(click('https://shop.example/', '_blank')).toBe(false);
  expect(open).toHaveBeenCalledTimes(2);
  expect(inTab).toHaveBeenCalledTimes(1);
  inTab.mockRestore();
});

it('a link that the platform rejects does not break the page', async () => {
  const messages = recordLogMessages();
  const stop = openLinksOnPlatform({ open: () => Promise.reject(new Error('not approved')) });
  expect(openTab('https://law.example/terms')).toBe(true);
  await vi.waitFor(() => expect(messages).toEqual(['The platform did not open https://law.example/terms.']));
  stop();
});
