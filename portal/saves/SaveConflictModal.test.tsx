import { expect, test, vi } from 'vitest';
import { renderInPortal } from '#portal/testing/render.tsx';
import { SaveConflictModal } from './SaveConflictModal.tsx';

const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

async function open({ isCopy = false, platform }: { isCopy?: boolean; platform?: string } = {}) {
  const answer = vi.fn<(choice: 'device' | 'account') => void>();
  const close = vi.fn<() => void>();
  const view = await renderInPortal(
    <SaveConflictModal
      other={{ summary: 'Level 12', updatedAt: minutesAgo(5) }}
      account={{ summary: 'Level 9', updatedAt: minutesAgo(24 * 60), device: 'Chrome, Android' }}
      {...{ isCopy, platform, answer, close }}
    />,
  );
  return { ...view, answer, close };
}

test('shows both saves, and reports the chosen one', async () => {
  const { container, text, answer, close } = await open();
  expect(text()).toMatch(/This device.*Level 12.*5 minutes ago.*Your account.*Level 9.*Yesterday.*Chrome, Android/);
  const buttons = [...container.querySelectorAll('button')].filter(
    ({ textContent }) => textContent === 'Keep this one',
  );
  buttons[1]?.click();
  expect(answer).toHaveBeenCalledExactlyOnceWith('account');
  expect(close).toHaveBeenCalledTimes(1);
});

test('names the merged account, and answers nothing if it is closed', async () => {
  const { text, press, answer, close } = await open({ isCopy: true });
  expect(text()).toContain('Your other account');
  await press('Close');
  expect(answer).not.toHaveBeenCalled();
  expect(close).toHaveBeenCalledTimes(1);
});

test('names the platform that has the save of a player without an account', async () => {
  const { text } = await open({ platform: 'CrazyGames' });
  expect(text()).toMatch(/This device.*Level 12.*CrazyGames.*Level 9/);
  expect(text()).not.toContain('Your account');
  expect(text()).toContain('The other save stays on this device.');
});
