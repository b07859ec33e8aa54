import { expect, it, vi } from 'vitest';
import { withPlatformTimeout } from '#portal/platform/start-platform.ts';
import { PlatformError } from '../port.browser.ts';
import { createSignInDialog, runInviteDialog, runShareDialog, showDialogIfAvailable } from './dialogs.browser.ts';

it('closing the sign-in cancels it; a platform error is passed on', async () => {
  const open = (answer: Promise<unknown>) =>
    createSignInDialog({ withPlatformTimeout }, 'A platform', () => answer).open();
  await open(Promise.resolve('somebody'));
  const closed = open(Promise.reject(new Error('closed')));
  await expect(closed).rejects.toMatchObject({ code: 'UserCancelled', message: 'The sign-in was closed' });
  const fault = new PlatformError('NotSupported', 'no sign-in here');
  await expect(open(Promise.reject(fault))).rejects.toBe(fault);
});

it('a dialog is shown if the platform allows it, and an error returns false', async () => {
  const warn = vi.fn();
  const show = vi.fn(async () => true);
  const ask = (canShow: () => Promise<boolean>) => showDialogIfAvailable({ log: { warn } }, 'A dialog', canShow, show);
  expect(await ask(async () => false)).toBe(false);
  expect(await ask(() => Promise.reject(new Error('broken')))).toBe(false);
  expect(show).not.toHaveBeenCalled();
  expect(await ask(async () => true)).toBe(true);
  show.mockResolvedValueOnce(false);
  expect(await ask(async () => true)).toBe(false);
  expect(warn.mock.calls).toEqual([['A dialog did not work', new Error('broken')]]);
});

const log = { warn: vi.fn() };
const throws =
  (code: PlatformError['code'], text = 'нет') =>
  () =>
    Promise.reject(new PlatformError(code, text));

it('invitations are counted if the vendor counts them, and none means a closed dialog', async () => {
  const invite = (invited: number | undefined) => runInviteDialog({ log }, 'A platform', async () => invited);
  expect(await invite(3)).toEqual({ outcome: 'invited', invited: 3 });
  expect(await invite(undefined)).toEqual({ outcome: 'invited' });
  expect(await invite(0)).toEqual({ outcome: 'cancelled' });
});

it('a closed or missing dialog is an outcome; an error has our own message', async () => {
  expect(await runShareDialog({ log }, 'A platform', async () => 'posted')).toEqual({ outcome: 'shared' });
  expect(await runShareDialog({ log }, 'A platform', throws('UserCancelled'))).toEqual({ outcome: 'cancelled' });
  expect(await runInviteDialog({ log }, 'A platform', throws('NotSupported'))).toEqual({ outcome: 'notAvailable' });
  const failed = { code: 'Unknown', message: 'A platform could not share the link' };
  await expect(runShareDialog({ log }, 'A platform', throws('Unknown'))).rejects.toMatchObject(failed);
  await expect(runShareDialog({ log }, 'A platform', () => Promise.reject(new Error('x')))).rejects.toMatchObject(
    failed,
  );
  await expect(runInviteDialog({ log }, 'A platform', throws('Timeout'))).rejects.toMatchObject({ code: 'Timeout' });
});
