// Reports the player as online and receives friends' presence, by a stream or, if a proxy blocks it, by polling. A
// hidden page disconnects, because browsers limit connections per host.
import type { FriendEvents } from '#model/friend.ts';
import { createServerSentEventParser } from './parse-server-sent-events.ts';

export type PresenceEventName = Exclude<keyof FriendEvents, 'enough'>;
export type PresenceEventHandler = <E extends PresenceEventName>(event: E, data: FriendEvents[E]) => void;

export interface PresenceDeps {
  readonly open: (signal: AbortSignal) => Promise<Response>;
  /** Like the stream, with one request: reports the player as online and returns the friends who are. */
  readonly poll: () => Promise<FriendEvents['here']>;
  readonly onEvent: PresenceEventHandler;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly random: () => number;
  readonly warn: (text: string, error: unknown) => void;
}

export async function syncPresence(deps: PresenceDeps, signal: AbortSignal): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const end = await followStream(deps, signal);
    if (signal.aborted || end === 'rejected') return;
    failures = end === 'received' ? 0 : failures + 1;
    if (failures >= maxFailures) await pollPresence(deps, signal);
    // Jitter, so that clients do not all return at once after a server restart.
    await deps.wait(Math.min(firstMs * 2 ** failures, maxMs) * (0.5 + deps.random()), signal);
  }
}

// More failures mean that a proxy buffers or cuts the stream.
const maxFailures = 3;
const firstMs = 1000;
const maxMs = 30_000;
const pollMs = 45_000;
/** The server sends a line every twenty seconds. */
const silenceMs = 50_000;
const pollsBeforeStream = 6;

type StreamEnd = 'received' | 'silent' | 'rejected';

async function followStream({ open, onEvent, warn, wait }: PresenceDeps, signal: AbortSignal): Promise<StreamEnd> {
  const stopping = new AbortController();
  const either = AbortSignal.any([signal, stopping.signal]);
  let hasReceived = false;
  let received = 0;
  const abortWhenSilent = async (): Promise<void> => {
    for (let before = -1; before !== received && !either.aborted;) {
      before = received;
      await wait(silenceMs, either);
    }
    stopping.abort();
  };
  void abortWhenSilent();
  try {
    const response = await open(either);
    // The session has ended or the game does not exist.
    if (response.status >= 400 && response.status < 500 && response.status !== 429) return 'rejected';
    if (!response.ok || !response.body) return 'silent';
    const read = createServerSentEventParser();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      hasReceived = true;
      received += 1;
      for (const { event, data } of read(part.value)) {
        // Another page of this player is connected; reconnecting would displace it.
        if (event === 'enough') return 'rejected';
        forwardEvent(onEvent, event, data);
      }
    }
  } catch (error) {
    if (!signal.aborted) warn('The presence stream has ended.', error);
  } finally {
    stopping.abort();
  }
  return hasReceived ? 'received' : 'silent';
}

function forwardEvent(onEvent: PresenceEventHandler, event: string, data: string): void {
  // Our server wrote it; unknown events of a newer version are ignored.
  if (isKnown(event)) onEvent(event, JSON.parse(data) as FriendEvents[typeof event]);
}

const known: Readonly<Record<PresenceEventName, true>> = {
  here: true,
  presence: true,
  status: true,
  changed: true,
  achievement: true,
};
const isKnown = (event: string): event is PresenceEventName => Object.hasOwn(known, event);

async function pollPresence({ poll, onEvent, wait, warn }: PresenceDeps, signal: AbortSignal): Promise<void> {
  for (let count = 0; count < pollsBeforeStream && !signal.aborted; count++) {
    try {
      onEvent('here', await poll());
    } catch (error) {
      warn('The presence of friends could not be loaded.', error);
    }
    await wait(pollMs, signal);
  }
}
