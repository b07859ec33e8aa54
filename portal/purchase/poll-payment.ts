// Polls the server with growing pauses until the payment is paid or cancelled, or the time is over.

export interface PollSchedule {
  readonly delayMs: number;
  readonly firstPauseMs: number;
  readonly maxPauseMs: number;
  readonly endMs: number;
}

/** After the buyer has paid: the webhook normally arrives within moments. */
export const confirmingPollSchedule: PollSchedule = {
  delayMs: 0,
  firstPauseMs: 1000,
  maxPauseMs: 10_000,
  endMs: 180_000,
};

/** After a platform's dialog reported a failure: if money was taken, the server knows within moments. */
export const afterFailurePollSchedule: PollSchedule = { delayMs: 0, firstPauseMs: 500, maxPauseMs: 1000, endMs: 4000 };

/** While a form is open, in case it fails to report completion. Forms are valid for half an hour or more. */
export const openFormPollSchedule: PollSchedule = {
  delayMs: 10_000,
  firstPauseMs: 10_000,
  maxPauseMs: 30_000,
  endMs: 60 * 60_000,
};

const growth = 1.5;

export type PaymentPollResult = 'paid' | 'cancelled' | 'late' | 'stopped';

/** @param ask reads the order's status; a failed request is repeated */
export async function pollPayment(
  ask: () => Promise<'Created' | 'Payed' | 'Cancelled'>,
  { delayMs, firstPauseMs, maxPauseMs, endMs }: PollSchedule,
  signal: AbortSignal,
  warn: (text: string, error: unknown) => void,
): Promise<PaymentPollResult> {
  const endsAt = performance.now() + endMs;
  await pause(delayMs, signal);
  for (let pauseMs = firstPauseMs; !signal.aborted; pauseMs = Math.min(pauseMs * growth, maxPauseMs)) {
    try {
      const status = await ask();
      if (signal.aborted) return 'stopped';
      if (status !== 'Created') return status === 'Payed' ? 'paid' : 'cancelled';
    } catch (error) {
      warn('The server did not say whether the payment has arrived; it is asked again.', error);
    }
    if (performance.now() + pauseMs > endsAt) return signal.aborted ? 'stopped' : 'late';
    await pause(pauseMs, signal);
  }
  return 'stopped';
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (ms === 0 || signal.aborted) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    return undefined;
  });
}
