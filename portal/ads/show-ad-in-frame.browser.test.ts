import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showAdInFrame } from './show-ad-in-frame.ts';

const address = 'http://ads.localhost:8081/';
const origin = 'http://ads.localhost:8081';
const request = {
  address,
  blockId: 'R-A-1-1',
  platform: 'desktop',
  texts: { title: 'Advertisement', close: 'Close' },
} as const;
const failed = { outcome: 'failed', reason: 'Unknown' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  const shown = showAdInFrame(request);
  const cover = document.querySelector('.ad-frame');
  const frame = cover?.querySelector('iframe');
  if (!cover || !frame?.contentWindow) throw new Error('There is no frame.');
  const source = frame.contentWindow;
  const started: unknown[] = [];
  vi.spyOn(source, 'postMessage').mockImplementation((...sent: unknown[]) => void started.push(sent));
  const say = (message: object, from: MessageEventInit = { source, origin }) =>
    window.dispatchEvent(new MessageEvent('message', { data: { type: 'fxid-ads', ...message }, ...from }));
  return { shown, cover, frame, started, say };
}

const isGone = () => document.querySelector('.ad-frame') === null;

test('the frame is titled and sandboxed, and gets its ad block once ready, only on its own origin', async () => {
  const { shown, cover, frame, started, say } = open();
  expect([cover.role, cover.ariaLabel, frame.title, frame.getAttribute('src')]).toEqual([
    'dialog',
    'Advertisement',
    'Advertisement',
    address,
  ]);
  expect(frame.getAttribute('sandbox')).not.toContain('top-navigation');
  say({ say: 'ready' });
  expect(started).toEqual([[{ type: 'fxid-ads', say: 'start', blockId: 'R-A-1-1', platform: 'desktop' }, origin]]);
  say({ say: 'outcome', outcome: 'finished' });
  expect(await shown).toEqual({ outcome: 'finished' });
  expect(isGone()).toBe(true);
});

test.each([
  ['skipped', { outcome: 'skipped' }],
  ['failed', failed],
])('the end of an ad is reported: %s', async (outcome, expected) => {
  const { shown, say } = open();
  say({ say: 'outcome', outcome });
  expect(await shown).toEqual(expected);
  expect(isGone()).toBe(true);
});

test('messages from other windows and invalid messages are ignored', async () => {
  const { shown, say, frame } = open();
  const end = { say: 'outcome', outcome: 'finished' };
  say(end, { source: window, origin });
  say(end, { source: frame.contentWindow, origin: 'https://evil.example' });
  say({ ...end, type: 'other' });
  say({ say: 'outcome', outcome: 'rewarded' });
  expect(isGone()).toBe(false);
  say(end);
  expect(await shown).toEqual({ outcome: 'finished' });
});

test('the player can close the frame until the ad is shown', async () => {
  const { shown, cover } = open();
  cover.querySelector('button')?.click();
  expect(await shown).toEqual({ outcome: 'skipped' });
  const next = open();
  next.say({ say: 'shown' });
  expect(next.cover.querySelector('button')).toBeNull();
  next.say({ say: 'outcome', outcome: 'skipped' });
  await next.shown;
});

test('it ends if no ad appears, and if an ad never ends', async () => {
  const silent = open();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await silent.shown).toEqual(failed);
  const endless = open();
  endless.say({ say: 'shown' });
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(await endless.shown).toEqual(failed);
  expect(isGone()).toBe(true);
});
