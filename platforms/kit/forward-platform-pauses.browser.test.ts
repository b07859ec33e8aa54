import { expect, it, vi } from 'vitest';
import { forwardPlatformPauses } from './forward-platform-pauses.browser.ts';

it('pauses of a platform are forwarded until the game is left, also if the script cannot remove listeners', () => {
  const focus = vi.fn();
  const host = { events: { focus } as never };
  const heard = new Map<string, () => void>();
  const script = { on: (event: string, listener: () => void) => void heard.set(event, listener) };
  const end = forwardPlatformPauses(host, script, { pause: 'paused', resume: 'resumed' });
  heard.get('paused')?.();
  heard.get('resumed')?.();
  end();
  heard.get('paused')?.();
  expect(focus.mock.calls).toEqual([[false], [true]]);
});

it('listening stops, and a script without events is not an error', () => {
  const script = { on: vi.fn(), off: vi.fn() };
  const host = { events: {} as never };
  forwardPlatformPauses(host, script, { pause: 'paused', resume: 'resumed' })();
  expect(script.off.mock.calls).toEqual(script.on.mock.calls);
  expect(script.off).toHaveBeenCalledTimes(2);
  forwardPlatformPauses(host, {}, { pause: 'paused', resume: 'resumed' })();
});
