import { expect, test, vi } from 'vitest';
import { renderInPortal } from '#portal/testing/render.tsx';
import { CopyModal } from './CopyModal.tsx';

test.each([
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0)', 'Cmd+C'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', 'Cmd+C'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'Ctrl+C'],
])('in %s the text is read-only, with the hint %s', async (userAgent, key) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  const { field, text } = await renderInPortal(<CopyModal text="ABCD-1234" close={() => undefined} />);
  expect(field('Text')).toMatchObject({ value: 'ABCD-1234', readOnly: true });
  expect(text()).toContain(`Press ${key} to copy`);
});

test('the modal is large and has a close button', async () => {
  const close = vi.fn<() => void>();
  const { container, press } = await renderInPortal(<CopyModal text="ABCD-1234" close={close} />);
  expect(container.querySelector('dialog')?.classList).toContain('large');
  await press('Close');
  expect(close).toHaveBeenCalledOnce();
});
