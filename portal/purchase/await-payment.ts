// Asks the server whether the money has arrived, less and less often, until it has, the order is over or the time is.

export interface Pace {
  /** Before the first question. */
  readonly delayMs: number;
  readonly firstPauseMs: number;
  readonly maxPauseMs: number;
  readonly endMs: number;
}

/** After the buyer has paid: the provider's notice is there in a moment, or there is something the matter. */
export const confirmingPace: Pace = { delayMs: 0, firstPauseMs: 1000, maxPauseMs: 10_000, endMs: 180_000 };

/** After a platform's dialog that says no: money that was taken all the same is told to the server within moments. */
export const doubtingPace: Pace = { delayMs: 0, firstPauseMs: 500, maxPauseMs: 1000, endMs: 4000 };

/** While a form is open, in case it forgets to say that it is done. A form is good for half an hour and more. */
export const watchingPace: Pace = {
  delayMs: 10_000,
  firstPauseMs: 10_000,
  maxPauseMs: 30_000,
  endMs: 60 * 60_000,
};

const growth = 1.5;

export type Awaited = 'paid' | 'cancelled' | 'late' | 'stopped';

/** @param ask where the order stands; a question that fails is put again */
export async function awaitPayment(
  ask: () => Promise<'Created' | 'Payed' | 'Cancelled'>,
  { delayMs, firstPauseMs, maxPauseMs, endMs }: Pace,
  signal: AbortSignal,
  warn: (text: string, error: unknown) => void,
): Promise<Awaited> {
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
