// Says that somebody is here, and hears what friends do: by a stream while it can be had, by asking now and then where something on the
// way does not let it through. A page that nobody looks at is not here: browsers open few connections to one host, and nobody is there.
import type { FriendEvents } from '#model/friend.ts';
import { createEventReader } from './read-events.ts';

export type TakenEvent = Exclude<keyof FriendEvents, 'enough'>;
export type TakeEvent = <E extends TakenEvent>(event: E, data: FriendEvents[E]) => void;

export interface PresenceParts {
  /** Opens the stream. */
  readonly open: (signal: AbortSignal) => Promise<Response>;
  /** Says that one is here, and who else is, where there is no stream. */
  readonly ask: () => Promise<FriendEvents['here']>;
  readonly take: TakeEvent;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly random: () => number;
  readonly note: (text: string, error: unknown) => void;
}

/** Until the signal says that it is over. */
export async function keepPresence(parts: PresenceParts, signal: AbortSignal): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const end = await followStream(parts, signal);
    if (signal.aborted || end === 'refused') return;
    failures = end === 'heard' ? 0 : failures + 1;
    if (failures >= maxFailures) await askInstead(parts, signal);
    // Not all at once, when a server comes back.
    await parts.wait(Math.min(firstMs * 2 ** failures, maxMs) * (0.5 + parts.random()), signal);
  }
}

// Something on the way may hold the stream back or cut it off; a server that restarts does so once or twice.
const maxFailures = 3;
const firstMs = 1000;
const maxMs = 30_000;
const askMs = 45_000;
/** A line comes every twenty seconds. */
const silenceMs = 50_000;
const asksBeforeStream = 6;

type StreamEnd = 'heard' | 'silent' | 'refused';

async function followStream({ open, take, note, wait }: PresenceParts, signal: AbortSignal): Promise<StreamEnd> {
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
    // The session is over, or what is played is not there: nothing comes of trying again.
    if (response.status >= 400 && response.status < 500 && response.status !== 429) return 'refused';
    if (!response.ok || !response.body) return 'silent';
    const read = createEventReader();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      heard = true;
      lastSound += 1;
      for (const { event, data } of read(part.value)) {
        // Another page of this player is heard instead: coming back would only take that one's place.
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

function takeEvent(take: TakeEvent, event: string, data: string): void {
  // Our own server wrote it; what a newer one may say besides is passed over.
  if (isKnown(event)) take(event, JSON.parse(data) as FriendEvents[typeof event]);
}

const known: Readonly<Record<TakenEvent, true>> = { here: true, presence: true, status: true, changed: true };
const isKnown = (event: string): event is TakenEvent => Object.hasOwn(known, event);

async function askInstead({ ask, take, wait, note }: PresenceParts, signal: AbortSignal): Promise<void> {
  for (let asked = 0; asked < asksBeforeStream && !signal.aborted; asked++) {
    try {
      take('here', await ask());
    } catch (error) {
      note('Which friends are here could not be asked.', error);
    }
    await wait(askMs, signal);
  }
}
