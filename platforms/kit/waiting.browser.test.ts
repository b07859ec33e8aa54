import { expect, it, vi } from 'vitest';
import { PlatformError } from '../port.browser.ts';
import { tryOrFallback, falseIfCancelled, convertErrorToPaymentHint, startPlatformClient } from './waiting.browser.ts';

it('an optional value has a fallback if it fails', async () => {
  const warn = vi.fn();
  expect(await tryOrFallback({ warn }, 'A thing', 0, async () => 7)).toBe(7);
  expect(await tryOrFallback({ warn }, 'A thing', 0, () => Promise.reject(new Error('no')))).toBe(0);
  expect(warn.mock.calls).toEqual([['A thing did not work', new Error('no')]]);
});

it('cancelling returns false; other errors are thrown', async () => {
  expect(await falseIfCancelled(Promise.resolve(true))).toBe(true);
  expect(await falseIfCancelled(Promise.reject(new PlatformError('UserCancelled', 'no')))).toBe(false);
  for (const fault of [new PlatformError('Timeout', 'late'), new Error('broken')])
    await expect(falseIfCancelled(Promise.reject(fault))).rejects.toBe(fault);
});

it('a closed payment dialog is cancelled, a failed one has a reason, and unknown errors are thrown', () => {
  expect(convertErrorToPaymentHint(new PlatformError('UserCancelled', 'no'))).toEqual({
    outcome: 'cancelled',
    message: 'no',
  });
  expect(convertErrorToPaymentHint(new PlatformError('Timeout', 'late'))).toEqual({
    outcome: 'failed',
    message: 'late',
  });
  expect(() => convertErrorToPaymentHint(new Error('broken'))).toThrow('broken');
});

it('a client without a first reply is closed, and the game gets the reason', async () => {
  const close = vi.fn();
  const open = () => ({ close });
  expect(await startPlatformClient('No client', open, async () => 'ready')).toEqual({ close });
  expect(close).not.toHaveBeenCalled();
  const cause = new PlatformError('Timeout', 'late');
  const late = startPlatformClient('No client', open, () => Promise.reject(cause));
  await expect(late).rejects.toMatchObject({ code: 'Timeout', message: 'No client', cause });
  expect(close).toHaveBeenCalledOnce();
  const nobody = () => {
    throw new Error('nobody frames us');
  };
  const absent = startPlatformClient('No client', nobody, async () => undefined);
  await expect(absent).rejects.toMatchObject({ code: 'Unknown', message: 'No client' });
});
