import { expect, it, vi } from 'vitest';
import { inTime } from '#portal/platform/start-platform.ts';
import { PlatformError } from '../port.browser.ts';
import { createSignIn, showWherePossible } from './dialogs.browser.ts';

it('whoever closes the sign-in has cancelled; a fault of the platform stays one', async () => {
  const open = (answer: Promise<unknown>) => createSignIn({ inTime }, 'A platform', () => answer).open();
  await open(Promise.resolve('somebody'));
  const closed = open(Promise.reject(new Error('closed')));
  await expect(closed).rejects.toMatchObject({ code: 'UserCancelled', message: 'The sign-in was closed' });
  const fault = new PlatformError('NotSupported', 'no sign-in here');
  await expect(open(Promise.reject(fault))).rejects.toBe(fault);
});

it('a dialog is shown where the platform says that it may be, and a fault is a no', async () => {
  const warn = vi.fn();
  const show = vi.fn(async () => true);
  const ask = (canShow: () => Promise<boolean>) => showWherePossible({ log: { warn } }, 'A dialog', canShow, show);
  expect(await ask(async () => false)).toBe(false);
  expect(await ask(() => Promise.reject(new Error('broken')))).toBe(false);
  expect(show).not.toHaveBeenCalled();
  expect(await ask(async () => true)).toBe(true);
  show.mockResolvedValueOnce(false);
  expect(await ask(async () => true)).toBe(false);
  expect(warn.mock.calls).toEqual([['A dialog did not work', new Error('broken')]]);
});
