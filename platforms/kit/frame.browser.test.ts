import { describe, expect, it, vi } from 'vitest';
import { isFramedBy, connectToFramingPage } from './frame.browser.ts';

const allowed = ['https://vendor.example', 'https://*.vendor.example', undefined];

function framedBy(page: string | undefined) {
  const parent = { postMessage: vi.fn() };
  const own = Object.assign(new EventTarget(), {
    location: { ancestorOrigins: page === undefined ? undefined : [page] },
    document: { referrer: '' },
  });
  const window = Object.assign(own, { parent: page === 'none' ? own : parent }) as unknown as Window;
  const say = (origin: string, source: unknown = parent) =>
    window.dispatchEvent(Object.assign(new Event('message'), { data: 'a word', origin, source }));
  return { window, parent, say };
}

describe('a page around ours', () => {
  it.each(['https://vendor.example', 'https://games.vendor.example'])('gets messages only at %s', (page) => {
    const { window, parent, say } = framedBy(page);
    const heard = vi.fn();
    const frame = connectToFramingPage(window, allowed, heard);
    frame?.post('hello');
    expect(parent.postMessage.mock.calls).toEqual([['hello', page]]);
    say(page, {});
    say('https://evil.example');
    expect(heard).not.toHaveBeenCalled();
    say(page);
    frame?.close();
    say(page);
    expect(heard.mock.calls).toEqual([['a word']]);
  });

  it.each([
    'https://evil.example',
    'https://vendor.example.evil.example',
    'http://vendor.example',
    'https://evilvendor.example',
    'none',
  ])('that is not allowed gets no messages: %s', (page) => {
    expect(connectToFramingPage(framedBy(page).window, allowed, () => undefined)).toBeUndefined();
  });

  it('that the browser does not report gets messages at the allowed origins without wildcards', () => {
    const { window, parent } = framedBy(undefined);
    connectToFramingPage(window, allowed, () => undefined)?.post('hello');
    expect(parent.postMessage.mock.calls).toEqual([['hello', 'https://vendor.example']]);
  });

  it('is recognised by its host, if the browser reports it', () => {
    const isFramed = (page: string | undefined) => isFramedBy(framedBy(page).window, ['vendor.example']);
    expect(['https://vendor.example', 'https://m.vendor.example', undefined].map(isFramed)).toEqual([
      true,
      false,
      false,
    ]);
  });
});
