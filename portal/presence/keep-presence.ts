// Reports the player as online and receives friends' presence, by a stream or, if a proxy blocks it, by polling. A
// hidden page disconnects, because browsers limit connections per host.
import type { FriendEvents } from '#model/friend.ts';
import { createServerSentEventParser } from './parse-server-sent-events.ts';

export type PresenceEventName = Exclude<keyof FriendEvents, 'enough'>;
export type PresenceEventHandler = <E extends PresenceEventName>(event: E, data: FriendEvents[E]) => void;

export interface PresenceDeps {
  readonly open: (signal: AbortSignal) => Promise<Response>;
  /** Like the stream, with one request: reports the player as online and returns the friends who are. */
  readonly ask: () => Promise<FriendEvents['here']>;
  readonly take: PresenceEventHandler;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly random: () => number;
  readonly note: (text: string, error: unknown) => void;
}

export async function keepPresence(deps: PresenceDeps, signal: AbortSignal): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const end = await followStream(deps, signal);
    if (signal.aborted || end === 'refused') return;
    failures = end === 'heard' ? 0 : failures + 1;
    if (failures >= maxFailures) await askInstead(deps, signal);
    // Jitter, so that clients do not all return at once after a server restart.
    await deps.wait(Math.min(firstMs * 2 ** failures, maxMs) * (0.5 + deps.random()), signal);
  }
}

// More failures mean that a proxy buffers or cuts the stream.
const maxFailures = 3;
const firstMs = 1000;
const maxMs = 30_000;
const askMs = 45_000;
/** The server sends a line every twenty seconds. */
const silenceMs = 50_000;
const asksBeforeStream = 6;

type StreamEnd = 'heard' | 'silent' | 'refused';

async function followStream({ open, take, note, wait }: PresenceDeps, signal: AbortSignal): Promise<StreamEnd> {
  const stopping = new AbortController();
  const either = AbortSignal.any([signal, stopping.signal]);
  let heard = false;
  let lastSound = 0;
  const watch = async (): Promise<void> => {
    for (let sound = -1; sound !== lastSound && !either.aborted;) {
      sound = lastSound;
      await wait(silenceMs, either);
    }
    stopping.abort();
  };
  void watch();
  try {
    const response = await open(either);
    // The session has ended or the game does not exist.
    if (response.status >= 400 && response.status < 500 && response.status !== 429) return 'refused';
    if (!response.ok || !response.body) return 'silent';
    const read = createServerSentEventParser();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      heard = true;
      lastSound += 1;
      for (const { event, data } of read(part.value)) {
        // Another page of this player is connected; reconnecting would displace it.
        if (event === 'enough') return 'refused';
        takeEvent(take, event, data);
      }
    }
  } catch (error) {
    if (!signal.aborted) note('The stream of what friends do has ended.', error);
  } finally {
    stopping.abort();
  }
  return heard ? 'heard' : 'silent';
}

function takeEvent(take: PresenceEventHandler, event: string, data: string): void {
  // Our server wrote it; unknown events of a newer version are ignored.
  if (isKnown(event)) take(event, JSON.parse(data) as FriendEvents[typeof event]);
}

const known: Readonly<Record<PresenceEventName, true>> = { here: true, presence: true, status: true, changed: true };
const isKnown = (event: string): event is PresenceEventName => Object.hasOwn(known, event);

async function askInstead({ ask, take, wait, note }: PresenceDeps, signal: AbortSignal): Promise<void> {
  for (let asked = 0; asked < asksBeforeStream && !signal.aborted; asked++) {
    try {
      take('here', await ask());
    } catch (error) {
      note('Which friends are here could not be asked.', error);
    }
    await wait(askMs, signal);
  }
}
