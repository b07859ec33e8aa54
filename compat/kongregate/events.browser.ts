import { createForeignListeners } from '../kit/settle.browser.ts';
import type { KongregateListener } from './vendor-types.ts';

/** Listeners by event, as several of the SDK's modules have them. */
export function createEvents() {
  const all = new Map<string, ReturnType<typeof createForeignListeners<Parameters<KongregateListener>>>>();
  return {
    emit: (event: string): void => all.get(event)?.emit({}),
    addEventListener: (event: string, listener: KongregateListener): void => {
      const listeners = all.get(event) ?? createForeignListeners();
      all.set(event, listeners);
      listeners.add(listener);
    },
    removeEventListener: (event: string, listener: KongregateListener): void => all.get(event)?.remove(listener),
  };
}
