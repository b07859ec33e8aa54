// Sends analytics events to the portal's server, many at a time. Requirements: nothing is sent twice unless its fate is unknown;
// a page that is left sends what waits; a server that has enough is left alone; memory is bounded; nobody ever waits for it.
//
// It is in one of four states. `idle`: nothing waits. `collecting`: events wait until there are enough of them or time is up.
// `sending`: one batch is on its way. `resting`: for a moment after every batch, and longer each time one could not be sent.
// There is one timer, for the end of collecting or of resting. When the page is hidden, which may be its end, all that waits is
// sent at once, whatever the state.
import { analyticsBuildId, analyticsPlatform } from '#model/analytics-events.ts';
import type { AnalyticsEnvelope, AnalyticsEvent } from '#model/analytics.ts';
import type { Log } from '#portal/log.ts';
import type { PostOutcome } from './post-outcome.ts';

export interface Sender {
  /** @param token of the session in which it happened, if there was one: the events of two accounts never mix */
  add(event: AnalyticsEvent, token: string | undefined): void;
  /** Sends what waits and takes nothing more. */
  dispose(): void;
}

export interface SenderParts {
  readonly sessionId: string;
  /** `keepalive`: the browser goes on with it when the page is gone, which it does only for small bodies. */
  readonly post: (
    envelope: AnalyticsEnvelope,
    token: string | undefined,
    options: { readonly keepalive: boolean },
  ) => Promise<PostOutcome>;
  readonly page: SenderPage;
  /** From 0 to 1: pages that failed together must not come back together. */
  readonly random: () => number;
  readonly log: Pick<Log, 'warn'>;
}

export interface SenderPage extends Listening<'pagehide'> {
  readonly document: Listening<'visibilitychange'> & { readonly visibilityState: string };
}

interface Listening<Type> {
  addEventListener(type: Type, listener: () => void): void;
  removeEventListener(type: Type, listener: () => void): void;
}

interface Waiting {
  readonly event: AnalyticsEvent;
  readonly token: string | undefined;
  readonly bytes: number;
}

export const enoughEvents = 50;
export const mostWaiting = 1000;
export const collectMs = 10_000;
const mostInBatch = 200;
const restMs = 1000;
const firstBackOffMs = 2000;
const longestBackOffMs = 60_000;
const longestRetryAfterMs = 300_000;
// Browsers take 64 KiB of such bodies at a time, headers and other requests of the page included.
export const mostKeepaliveBytes = 60_000;
const envelopeBytes = 200;

export function createSender({ sessionId, post, page, random, log }: SenderParts): Sender {
  let state: 'idle' | 'collecting' | 'sending' | 'resting' = 'idle';
  let waiting: Waiting[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let keptAliveBytes = 0;
  let dropped = 0;
  let isOver = false;

  const enter = (next: typeof state, ms: number): void => {
    clearTimeout(timer);
    state = isOver ? 'idle' : next;
    if (!isOver) timer = setTimeout(next === 'collecting' ? () => void send() : endRest, ms);
  };
  const endRest = (): void => {
    if (waiting.length === 0) state = 'idle';
    else if (failures > 0 || waiting.length >= enoughEvents) void send();
    else enter('collecting', collectMs - restMs);
  };

  const keep = (events: readonly Waiting[]): void => {
    waiting = [...events, ...waiting];
    const over = waiting.length - mostWaiting;
    if (over > 0) waiting = waiting.slice(over);
    dropped += Math.max(0, over);
  };
  const tellDropped = (why: string): void => {
    if (dropped > 0) log.warn(`${dropped} analytics events were dropped: ${why}.`);
    dropped = 0;
  };

  /** The oldest that go together: of one account, and small enough to outlive the page. */
  const takeBatch = (): Waiting[] => {
    let bytes = envelopeBytes;
    const end = waiting.findIndex(({ token, bytes: more }, index) => {
      bytes += more + 1;
      return index > 0 && (index >= mostInBatch || token !== waiting[0]?.token || bytes > mostKeepaliveBytes);
    });
    return waiting.splice(0, end === -1 ? waiting.length : end);
  };

  const deliver = async (batch: readonly Waiting[]): Promise<PostOutcome> => {
    const bytes = batch.reduce((sum, event) => sum + event.bytes + 1, envelopeBytes);
    const keepalive = keptAliveBytes + bytes <= mostKeepaliveBytes;
    if (keepalive) keptAliveBytes += bytes;
    const envelope = {
      SessionId: sessionId,
      Platform: analyticsPlatform,
      BuildId: analyticsBuildId,
      Events: batch.map(({ event }) => event),
    };
    const outcome = await post(envelope, batch[0]?.token, { keepalive }).catch((error: unknown): PostOutcome => ({
      outcome: 'refused',
      reason: String(error),
    }));
    if (keepalive) keptAliveBytes -= bytes;
    if (outcome.outcome === 'refused')
      log.warn(`${batch.length} analytics events were refused and are given up: ${outcome.reason}`);
    if (outcome.outcome !== 'later') failures = 0;
    else if (isOver) dropped += batch.length;
    else keep(batch);
    tellDropped(isOver ? 'the page has no more time for them' : `only ${mostWaiting} can wait`);
    return outcome;
  };

  const send = async (): Promise<void> => {
    clearTimeout(timer);
    state = 'sending';
    const outcome = await deliver(takeBatch());
    if (outcome.outcome === 'later') failures += 1;
    enter('resting', outcome.outcome === 'later' ? backOffMs(failures, outcome.waitMs, random()) : restMs);
  };

  const collectAgain = (): void => {
    if (state === 'idle' && waiting.length > 0) enter('collecting', collectMs);
  };
  const sendAll = (): void => {
    // Each takes its part at once; what fails comes back and is sent by the timer, if there is still a page.
    while (waiting.length > 0) void deliver(takeBatch()).then(collectAgain);
    if (state === 'collecting') {
      clearTimeout(timer);
      state = 'idle';
    }
  };
  const onVisibility = (): void => {
    if (page.document.visibilityState === 'hidden') sendAll();
  };
  page.document.addEventListener('visibilitychange', onVisibility);
  page.addEventListener('pagehide', sendAll);

  return {
    add: (event, token) => {
      if (isOver) return;
      waiting.push({ event, token, bytes: encoder.encode(JSON.stringify(event)).length });
      if (waiting.length > mostWaiting) {
        waiting.shift();
        dropped += 1;
      }
      if (state === 'idle') enter('collecting', collectMs);
      if (state === 'collecting' && waiting.length >= enoughEvents) void send();
    },
    dispose: () => {
      page.document.removeEventListener('visibilitychange', onVisibility);
      page.removeEventListener('pagehide', sendAll);
      isOver = true;
      clearTimeout(timer);
      sendAll();
    },
  };
}

const encoder = new TextEncoder();

/** Twice as long each time, and anything from half of that to all of it. */
function backOffMs(failures: number, waitMs: number | undefined, random: number): number {
  if (waitMs !== undefined) return Math.min(Math.max(waitMs, restMs), longestRetryAfterMs) * (1 + random / 5);
  return Math.min(firstBackOffMs * 2 ** (failures - 1), longestBackOffMs) * (0.5 + random / 2);
}
