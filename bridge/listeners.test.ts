import { expect, it, vi } from 'vitest';
import { createListeners } from './listeners.browser.ts';

it('calls all listeners except removed ones', () => {
  const listeners = createListeners();
  const first = vi.fn();
  const second = vi.fn();
  const stop = listeners.add('a', first);
  listeners.add('a', second);
  listeners.emit('a', 1);
  stop();
  listeners.emit('a', 2);
  listeners.emit('b', 3);
  expect(first.mock.calls).toEqual([[1]]);
  expect(second.mock.calls).toEqual([[1], [2]]);
});

it('a listener added during an event gets the next event', () => {
  const listeners = createListeners();
  const late = vi.fn();
  listeners.add('a', () => void listeners.add('a', late));
  listeners.emit('a');
  expect(late).not.toHaveBeenCalled();
  listeners.emit('a');
  expect(late).toHaveBeenCalledOnce();
});

it("reports a listener's error to the page after the other listeners were called", () => {
  const thrown: unknown[] = [];
  vi.stubGlobal('setTimeout', (task: () => void) => {
    try {
      task();
    } catch (error) {
      thrown.push(error);
    }
  });
  const listeners = createListeners();
  const other = vi.fn();
  listeners.add('a', () => {
    throw new Error('a mistake of the game');
  });
  listeners.add('a', other);
  listeners.emit('a');
  vi.unstubAllGlobals();
  expect(other).toHaveBeenCalledOnce();
  expect(thrown).toEqual([new Error('a mistake of the game')]);
});
