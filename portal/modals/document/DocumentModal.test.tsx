import { expect, onTestFinished, test, vi } from 'vitest';
import { renderInPortal, settle } from '#portal/testing/render.tsx';
import { DocumentModal } from './DocumentModal.tsx';
import { firstCheckMs, secondCheckMs } from './use-frame.ts';

test('a document of our own that is late is waited for, and read when it has come', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const url = `${window.location.origin}/terms.html`;
  const { container } = await renderInPortal(
    <DocumentModal title="Terms" shown={{ type: 'iframe', url }} close={() => undefined} />,
  );
  const frame = container.querySelector('iframe');
  await settle(() => void vi.advanceTimersByTime(firstCheckMs));
  expect(container.querySelector('iframe')).toBe(frame);
  expect(container.querySelector('.unsure')).toBeNull();
  await settle(() => void vi.advanceTimersByTime(secondCheckMs));
  expect(container.querySelector('iframe')).toBe(frame);
  expect(container.querySelector('.unsure')).not.toBeNull();
  const contentDocument = new DOMParser().parseFromString('<title>Terms</title><p>Be kind.</p>', 'text/html');
  Object.defineProperty(frame, 'contentDocument', { value: contentDocument });
  await settle(() => void frame?.dispatchEvent(new Event('load')));
  expect(container.querySelector('iframe')).toBe(frame);
  expect(container.querySelector('.unsure')).toBeNull();
});
