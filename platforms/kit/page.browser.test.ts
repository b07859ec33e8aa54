import { describe, expect, it, vi } from 'vitest';
import { createInsetTracker, lockOrientation, readPageColour } from './page.browser.ts';

it.each([
  ['that of the page', 'rgb(11, 14, 20)', 'rgb(255, 0, 0)', '#0b0e14'],
  ['that of the document behind it', 'rgba(0, 0, 0, 0)', 'rgb(255, 0, 1)', '#ff0001'],
  ['none', 'rgba(0, 0, 0, 0)', 'color(srgb 1 0 0)', undefined],
])("a page's colour is %s", (_, body, documentElement, colour) => {
  const getComputedStyle = (backgroundColor: string) => ({ backgroundColor });
  const window = { document: { body, documentElement }, getComputedStyle } as unknown as Window;
  expect(readPageColour(window)).toBe(colour);
});

describe('a device', () => {
  function hold(orientation: 'landscape' | 'portrait' | undefined) {
    const held = Object.assign(new EventTarget(), { matches: false });
    const matchMedia = vi.fn(() => held);
    const setLock = vi.fn();
    const end = lockOrientation({ window: { matchMedia } as unknown as Window, orientation }, setLock);
    const turn = (matches: boolean) => {
      held.matches = matches;
      held.dispatchEvent(new Event('change'));
    };
    return { matchMedia, setLock, end, turn };
  }

  it("is locked once it is in the game's orientation, and unlocked at the end", () => {
    const { matchMedia, setLock, end, turn } = hold('landscape');
    expect(matchMedia).toHaveBeenCalledWith('(orientation: landscape)');
    turn(false);
    expect(setLock).not.toHaveBeenCalled();
    turn(true);
    turn(true);
    end();
    turn(true);
    expect(setLock.mock.calls).toEqual([[true], [false]]);
  });

  it('is not locked by a game without an orientation', () => {
    const { matchMedia, setLock, end } = hold(undefined);
    end();
    expect([matchMedia.mock.calls, setLock.mock.calls]).toEqual([[], []]);
  });
});

it('insets are the sum of their parts, and every change is reported', () => {
  const insetsChanged = vi.fn();
  const insets = createInsetTracker({ events: { insetsChanged } as never });
  expect(insets.read()).toEqual({ left: 0, right: 0, top: 0, bottom: 0 });
  insets.set('device', { top: 40, bottom: 20 });
  insets.set('device', { top: 30, bottom: Number.NaN });
  insets.set('content', { top: 46, left: '8' });
  expect(insets.read()).toEqual({ left: 0, right: 0, top: 76, bottom: 0 });
  expect(insetsChanged).toHaveBeenCalledTimes(3);
});
