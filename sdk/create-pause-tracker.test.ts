import { expect, it, vi } from 'vitest';
import { createPauseTracker } from './create-pause-tracker.ts';

it('emits pause for the first reason and resume after the last', () => {
  const emit = vi.fn();
  const pause = createPauseTracker(emit);
  pause('focus', false);
  pause('focus', true);
  pause('focus', true);
  pause('ad', true);
  pause('focus', false);
  expect(emit.mock.calls).toEqual([['pause', { reason: 'focus' }]]);
  pause('ad', false);
  pause('ad', false);
  expect(emit.mock.calls.slice(1)).toEqual([['resume', { reason: 'ad' }]]);
});
