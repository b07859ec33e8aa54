import { expect, test } from 'vitest';
import { emitAdAvailable, emitAdResult, toBridgeConsent } from './bridge-events.ts';

test('every result of an ad is one event, including a failure without a reason', () => {
  const events: unknown[] = [];
  const emit = (...event: unknown[]) => void events.push(event);
  emitAdResult(emit, 'interstitial', { outcome: 'finished' });
  emitAdResult(emit, 'interstitial', { outcome: 'skipped' });
  emitAdResult(emit, 'interstitial', { outcome: 'failed' });
  emitAdAvailable(emit, 'interstitial', true);
  emitAdAvailable(emit, 'video', false);
  expect(events).toEqual([
    ['AdsFinished', { kind: 'interstitial' }],
    ['AdsSkipped', { kind: 'interstitial' }],
    ['AdsFailed', { kind: 'interstitial', reason: 'Unknown' }],
    ['AdsInterstitialAvailable', { available: true }],
    ['AdsVideoAvailable', { available: false }],
  ]);
});

test.each([
  ['unknown', 'notAsked'],
  ['granted', 'granted'],
  ['denied', 'denied'],
] as const)('consent that is %s is %s to a game', (status, word) => {
  expect(toBridgeConsent(status)).toBe(word);
});
