import { expect, onTestFinished, test, vi } from 'vitest';
import { draw, settle } from '#portal/testing/draw.tsx';
import { DocumentModal } from './DocumentModal.tsx';
import { firstCheckMs, secondCheckMs } from './use-frame.ts';

test('a document of our own that is late is waited for, and read when it has come', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const url = `${window.location.origin}/terms.html`;
  const { page } = await draw(<DocumentModal title="Terms" shown={{ type: 'iframe', url }} close={() => undefined} />);
  const frame = page.querySelector('iframe');
  await settle(() => void vi.advanceTimersByTime(firstCheckMs));
  expect(page.querySelector('iframe')).toBe(frame);
  expect(page.querySelector('.unsure')).toBeNull();
  await settle(() => void vi.advanceTimersByTime(secondCheckMs));
  expect(page.querySelector('iframe')).toBe(frame);
  expect(page.querySelector('.unsure')).not.toBeNull();
  const contentDocument = new DOMParser().parseFromString('<title>Terms</title><p>Be kind.</p>', 'text/html');
  Object.defineProperty(frame, 'contentDocument', { value: contentDocument });
  await settle(() => void frame?.dispatchEvent(new Event('load')));
  expect(page.querySelector('iframe')).toBe(frame);
  expect(page.querySelector('.unsure')).toBeNull();
});
