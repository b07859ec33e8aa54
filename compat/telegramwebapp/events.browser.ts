import { createForeignListeners } from '../kit/settle.browser.ts';
import type { WebApp } from './vendor-types.ts';

export type WebAppEvents = ReturnType<typeof createWebAppEvents>;

export function createWebAppEvents() {
  const all = new Map<string, ReturnType<typeof createForeignListeners>>();
  const find = (event: unknown) => {
    const name = String(event);
    const found = all.get(name) ?? createForeignListeners();
    all.set(name, found);
    return found;
  };
  type Listener = (...data: readonly unknown[]) => unknown;
  const on = (event: unknown, listener: Listener): void => find(event).add(listener);
  const off = (event: unknown, listener: Listener): void => find(event).remove(listener);
  return {
    on: on as WebApp['onEvent'],
    off: off as WebApp['offEvent'],
    emit: (event: Parameters<WebApp['onEvent']>[0] | FullscreenEvent, ...data: readonly unknown[]): void =>
      find(event).emit(...data),
  };
}

/** The types' overloads hide all names but the last. */
type FullscreenEvent = string;
