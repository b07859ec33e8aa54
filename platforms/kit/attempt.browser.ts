// How adapters wait: for a client, for what a game can do without, for the first word of somebody who may say two, and for a person.
import { PlatformError, type BrowserHost, type BrowserPaymentHint } from '../port.browser.ts';

/** How long a person may think: somebody may have to look for a card first. */
export const personMs = 15 * 60_000;

export const pause = (window: Window, ms: number): Promise<void> =>
  new Promise((resolve) => void window.setTimeout(resolve, ms));

/** For what a game can do without: a fault is logged, and the other value counts. */
export async function attempt<T>(
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

/** What `begin` ends with first. The function that it gives back ends what it has begun, also when nothing came in time. */
export async function waitForFirstWord<T>(
  { inTime }: Pick<BrowserHost, 'inTime'>,
  what: string,
  ms: number,
  begin: (end: (word: T) => void) => (() => void) | void,
): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  const stop = begin(resolve);
  try {
    return await inTime(what, promise, ms);
  } finally {
    stop?.();
  }
}

/** Yes or no; that a person says no is an answer. */
export async function readConsent(answer: Promise<boolean>): Promise<boolean> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof PlatformError && error.code === 'UserCancelled') return false;
    throw error;
  }
}

/** What was seen of a payment whose dialog ended with an error of the platform: whoever closed it has cancelled. */
export function seeFault(error: unknown): BrowserPaymentHint {
  if (!(error instanceof PlatformError)) throw error;
  return { outcome: error.code === 'UserCancelled' ? 'cancelled' : 'failed', message: error.message };
}

/** A client that has said its first word. One that has not is closed, and the game reads this text. */
export async function startClient<Client extends { close(): void }>(
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
