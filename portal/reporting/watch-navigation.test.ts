import { expect, test } from 'vitest';
import { watchNavigation } from './watch-navigation.ts';

test('reports every navigation after the address has changed', () => {
  let address = '/';
  const listeners = new Map<string, () => void>();
  const go = (_: unknown, __: string, url?: string | URL | null): void => {
    address = String(url);
  };
  const window = {
    history: { pushState: go, replaceState: go },
    addEventListener: (type: string, listener: () => void) => void listeners.set(type, listener),
  };
  const seen: string[] = [];
  watchNavigation(window, () => seen.push(address));
  window.history.pushState(null, '', '/a');
  window.history.replaceState(null, '', '/b');
  listeners.get('popstate')?.();
  listeners.get('hashchange')?.();
  expect(seen).toEqual(['/a', '/b', '/b', '/b']);
});
