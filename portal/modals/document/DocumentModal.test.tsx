import { expect, onTestFinished, test, vi } from 'vitest';
import { renderInPortal, flushEffects } from '#portal/testing/render.tsx';
import { DocumentModal } from './DocumentModal.tsx';
import { firstFrameCheckMs, secondFrameCheckMs } from './use-document-frame.ts';

test('a late document of our own is read once it has loaded', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const url = `${window.location.origin}/terms.html`;
  const { container } = await renderInPortal(
    <DocumentModal title="Terms" shown={{ type: 'iframe', url }} close={() => undefined} />,
  );
  const frame = container.querySelector('iframe');
  await flushEffects(() => void vi.advanceTimersByTime(firstFrameCheckMs));
  expect(container.querySelector('iframe')).toBe(frame);
  expect(container.querySelector('.unsure')).toBeNull();
  await flushEffects(() => void vi.advanceTimersByTime(secondFrameCheckMs));
  expect(container.querySelector('iframe')).toBe(frame);
  expect(container.querySelector('.unsure')).not.toBeNull();
  const contentDocument = new DOMParser().parseFromString('<title>Terms</title><p>Be kind.</p>', 'text/html');
  Object.defineProperty(frame, 'contentDocument', { value: contentDocument });
  await flushEffects(() => void frame?.dispatchEvent(new Event('load')));
  expect(container.querySelector('iframe')).toBe(frame);
  expect(container.querySelector('.unsure')).toBeNull();
});
