// Sends analytics events in batches. An event is sent twice only if the result of the first request is unknown, memory
// is bounded, and no caller waits. States: `idle`, `collecting` (until a batch is full or the time is up), `sending`,
// and `resting` (a pause after every batch, longer after failures). When the page is hidden, all pending events are
// sent at once.
import { portalAnalyticsBuildId, portalAnalyticsPlatformId } from '#model/analytics-events.ts';
import type { AnalyticsEnvelope, AnalyticsEvent } from '#model/analytics.ts';
import type { Log } from '#portal/log.ts';
import {
  countBytes,
  createEventQueue,
  maxKeepaliveBodyBytes,
  maxQueuedEvents,
  type QueuedEvent,
} from './event-queue.ts';
import type { PostOutcome } from './post-outcome.ts';

export interface AnalyticsSender {
  /** @param token the event's session, if any: events of two accounts are never mixed */
  add(event: AnalyticsEvent, token: string | undefined): void;
  dispose(): void;
}

export interface AnalyticsSenderDeps {
  readonly sessionId: string;
  /** `keepalive`: the browser completes the request after the page is closed, for small bodies only. */
  readonly post: (
    envelope: AnalyticsEnvelope,
    token: string | undefined,
    options: { readonly keepalive: boolean },
  ) => Promise<PostOutcome>;
  readonly page: PageLifecycle;
  /** Jitter from 0 to 1, so that pages that failed together do not retry together. */
  readonly random: () => number;
  readonly log: Pick<Log, 'warn'>;
}

export interface PageLifecycle extends Listening<'pagehide'> {
  readonly document: Listening<'visibilitychange'> & { readonly visibilityState: string };
}

interface Listening<Type> {
  addEventListener(type: Type, listener: () => void): void;
  removeEventListener(type: Type, listener: () => void): void;
}

export const maxBatchEvents = 50;
export const batchDelayMs = 10_000;
const restMs = 1000;
const firstBackOffMs = 2000;
const maxBackOffMs = 60_000;
const maxRetryAfterMs = 300_000;

export function createAnalyticsSender(deps: AnalyticsSenderDeps): AnalyticsSender {
  const { page, random, log } = deps;
  const queue = createEventQueue();
  const postBatch = createPoster(deps);
  let state: 'idle' | 'collecting' | 'sending' | 'resting' = 'idle';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isOver = false;

  const enter = (next: typeof state, ms: number): void => {
    clearTimeout(timer);
    state = isOver ? 'idle' : next;
    if (!isOver) timer = setTimeout(next === 'collecting' ? () => void send() : endRest, ms);
  };
  const endRest = (): void => {
    if (queue.size() === 0) state = 'idle';
    else if (failures > 0 || queue.size() >= maxBatchEvents) void send();
    else enter('collecting', batchDelayMs - restMs);
  };

  const deliver = async (batch: readonly QueuedEvent[]): Promise<PostOutcome> => {
    const outcome = await postBatch(batch);
    const isLate = outcome.outcome === 'later';
    if (!isLate) failures = 0;
    else if (!isOver) queue.putBack(batch);
    const dropped = queue.takeDropped() + (isLate && isOver ? batch.length : 0);
    const why = isOver ? 'the page has no more time for them' : `only ${maxQueuedEvents} can wait`;
    if (dropped > 0) log.warn(`${dropped} analytics events were dropped: ${why}.`);
    return outcome;
  };

  const send = async (): Promise<void> => {
    clearTimeout(timer);
    state = 'sending';
    const outcome = await deliver(queue.takeBatch());
    if (outcome.outcome === 'later') failures += 1;
    enter('resting', outcome.outcome === 'later' ? backOffMs(failures, outcome.waitMs, random()) : restMs);
  };

  const collectAgain = (): void => {
    if (state === 'idle' && queue.size() > 0) enter('collecting', batchDelayMs);
  };
  const sendAll = (): void => {
    // Each call takes its batch synchronously; a failed batch is put back and retried if the page still exists.
    while (queue.size() > 0) void deliver(queue.takeBatch()).then(collectAgain);
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
      queue.add({ Build: portalAnalyticsBuildId, Platform: portalAnalyticsPlatformId, ...event }, token);
      if (state === 'idle') enter('collecting', batchDelayMs);
      if (state === 'collecting' && queue.size() >= maxBatchEvents) void send();
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

/** Exponential backoff with jitter: between half of the delay and all of it. */
function backOffMs(failures: number, waitMs: number | undefined, random: number): number {
  if (waitMs !== undefined) return Math.min(Math.max(waitMs, restMs), maxRetryAfterMs) * (1 + random / 5);
  return Math.min(firstBackOffMs * 2 ** (failures - 1), maxBackOffMs) * (0.5 + random / 2);
}

/** Browsers limit the total size of concurrent keepalive requests. */
function createPoster({
  sessionId,
  post,
  log,
}: AnalyticsSenderDeps): (batch: readonly QueuedEvent[]) => Promise<PostOutcome> {
  let keptAliveBytes = 0;
  return async (batch) => {
    const bytes = countBytes(batch);
    const keepalive = keptAliveBytes + bytes <= maxKeepaliveBodyBytes;
    if (keepalive) keptAliveBytes += bytes;
    const envelope = {
      SessionId: sessionId,
      Platform: portalAnalyticsPlatformId,
      BuildId: portalAnalyticsBuildId,
      Events: batch.map(({ event }) => event),
    };
    const outcome = await post(envelope, batch[0]?.token, { keepalive }).catch((error: unknown): PostOutcome => ({
      outcome: 'refused',
      reason: String(error),
    }));
    if (keepalive) keptAliveBytes -= bytes;
    if (outcome.outcome === 'refused')
      log.warn(`${batch.length} analytics events were rejected and dropped: ${outcome.reason}`);
    return outcome;
  };
}
