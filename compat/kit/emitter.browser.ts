// Listeners by the name of their event, for SDKs whose games call `on`, `once` and `off`.
import { callGame } from './settle.browser.ts';

type Listener = (...args: readonly never[]) => unknown;

interface Entry {
  readonly listener: Listener;
  readonly isOnce: boolean;
}

export interface ForeignEmitter {
  readonly on: (event: string, listener: Listener) => void;
  readonly once: (event: string, listener: Listener) => void;
  /** Without a listener, all listeners of the event are removed. */
  readonly off: (event: string, listener?: Listener) => void;
  readonly emit: (event: string, ...args: readonly unknown[]) => void;
}

export function createForeignEmitter(): ForeignEmitter {
  const entries = new Map<string, readonly Entry[]>();
  const find = (event: string): readonly Entry[] => entries.get(event) ?? [];
  const add = (event: string, listener: Listener, isOnce: boolean): void => {
    if (typeof listener === 'function') entries.set(event, [...find(event), { listener, isOnce }]);
  };
  return {
    on: (event, listener) => add(event, listener, false),
    once: (event, listener) => add(event, listener, true),
    off: (event, listener) => {
      entries.set(event, listener === undefined ? [] : find(event).filter((each) => each.listener !== listener));
    },
    emit: (event, ...args) => {
      const current = find(event);
      // Before the calls, because a listener may cause the same event.
      entries.set(
        event,
        current.filter(({ isOnce }) => !isOnce),
      );
      for (const { listener } of current) callGame(listener as (...given: unknown[]) => unknown, ...args);
    },
  };
}
