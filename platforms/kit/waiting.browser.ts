// Waiting with a timeout: for a client, for optional calls, for the first of several replies, and for a person.
import { PlatformError, type BrowserHost, type BrowserPaymentHint } from '../port.browser.ts';

/** The timeout for a person's decision: they may have to look for a card first. */
export const personDecisionTimeoutMs = 15 * 60_000;

export const delay = (window: Window, ms: number): Promise<void> =>
  new Promise((resolve) => void window.setTimeout(resolve, ms));

/** For optional calls: an error is logged, and the fallback is returned. */
export async function tryOrFallback<T>(
  log: BrowserHost['log'],
  what: string,
  otherwise: T,
  act: () => Promise<T>,
): Promise<T> {
  try {
    return await act();
  } catch (error) {
    log.warn(`${what} did not work`, error);
    return otherwise;
  }
}

/** Resolves with the first value passed to `end`. The function that `begin` returns cleans up, also after a timeout. */
export async function waitForFirstResult<T>(
  { withPlatformTimeout }: Pick<BrowserHost, 'withPlatformTimeout'>,
  what: string,
  ms: number,
  begin: (end: (word: T) => void) => (() => void) | void,
): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  const stop = begin(resolve);
  try {
    return await withPlatformTimeout(what, promise, ms);
  } finally {
    stop?.();
  }
}

export async function falseIfCancelled(answer: Promise<boolean>): Promise<boolean> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof PlatformError && error.code === 'UserCancelled') return false;
    throw error;
  }
}

export function convertErrorToPaymentHint(error: unknown): BrowserPaymentHint {
  if (!(error instanceof PlatformError)) throw error;
  return { outcome: error.code === 'UserCancelled' ? 'cancelled' : 'failed', message: error.message };
}

/** Opens a client and waits for its first reply. On failure it is closed, and the game gets the message `failure`. */
export async function startPlatformClient<Client extends { close(): void }>(
  failure: string,
  open: () => Client,
  begin: (client: Client) => Promise<unknown>,
): Promise<Client> {
  let client: Client | undefined;
  try {
    client = open();
    await begin(client);
    return client;
  } catch (cause) {
    client?.close();
    throw new PlatformError(cause instanceof PlatformError ? cause.code : 'Unknown', failure, { cause });
  }
}
