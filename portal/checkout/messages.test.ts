import { expect, test } from 'vitest';
import {
  readCheckoutMessageFromFrame,
  readCheckoutMessageFromPortal,
  buildCheckoutMessageToFrame,
  buildCheckoutMessageToPortal,
  type CheckoutMessageFromFrame,
  type CheckoutMessageFromPortal,
} from './messages.ts';

const frame = { window: { name: 'the frame' }, origin: 'https://checkout.games.example' };
const portal = { window: { name: 'the portal' }, origin: 'https://play.example' };
const type = 'fxid-checkout';
const fromFrame = (data: unknown, sent: object = {}) =>
  readCheckoutMessageFromFrame({ source: frame.window, origin: frame.origin, data, ...sent }, frame);
const fromPortal = (data: unknown, sent: object = {}) =>
  readCheckoutMessageFromPortal({ source: portal.window, origin: portal.origin, data, ...sent }, portal);

test.each<CheckoutMessageFromFrame>([
  { say: 'ready' },
  { say: 'size', heightPx: 500 },
  { say: 'busy', isBusy: true },
  { say: 'outcome', outcome: { outcome: 'completed' } },
  { say: 'outcome', outcome: { outcome: 'cancelled', message: 'Payment not completed' } },
  { say: 'outcome', outcome: { outcome: 'failed', message: 'Unknown error' } },
])("the frame's message arrives: %j", (message) => {
  expect(fromFrame(buildCheckoutMessageToPortal(message))).toEqual(message);
});

test.each<CheckoutMessageFromPortal>([{ say: 'closing' }, { say: 'start', block: { Secret: 'x' }, locale: 'de' }])(
  "the portal's message arrives: %j",
  (message) => {
    expect(fromPortal(buildCheckoutMessageToFrame(message))).toEqual(message);
  },
);

test.each([
  ['another window', { source: { name: 'the frame' } }],
  ['no window', { source: null }],
  ['another origin', { origin: 'https://evil.example' }],
  ['a game', { origin: 'https://gem-miner.games.example' }],
  ['an origin that begins like it', { origin: `${frame.origin}.evil.example` }],
  ['the same host without encryption', { origin: 'http://checkout.games.example' }],
  ['an origin that hides itself', { origin: 'null' }],
])('ignores %s', (_, sent) => {
  expect(fromFrame({ type, say: 'outcome', outcome: { outcome: 'completed' } }, sent)).toBeUndefined();
  expect(fromPortal({ type, say: 'start', block: {}, locale: 'en' }, sent)).toBeUndefined();
});

test.each([null, undefined])('messages are ignored while there is no frame (%s)', (window) => {
  const sent = { source: window, origin: frame.origin, data: { type, say: 'ready' } };
  expect(readCheckoutMessageFromFrame(sent, { ...frame, window })).toBeUndefined();
});

test.each([
  [undefined],
  ['ready'],
  [{ say: 'ready' }],
  [{ type: 'other', say: 'ready' }],
  [{ type, say: 'paid' }],
  [{ type, say: 'size', heightPx: '65' }],
  [{ type, say: 'size', heightPx: Number.NaN }],
  [{ type, say: 'busy', isBusy: 1 }],
  [{ type, say: 'outcome' }],
  [{ type, say: 'outcome', outcome: 'completed' }],
  [{ type, say: 'outcome', outcome: { outcome: 'won' } }],
])('the portal ignores any other message: %j', (data) => {
  expect(fromFrame(data)).toBeUndefined();
});

test.each([
  [undefined],
  ['start'],
  [{ type, say: 'start', block: {} }],
  [{ type, say: 'pay', block: {}, locale: 'en' }],
])('the frame ignores any other message: %j', (data) => {
  expect(fromPortal(data)).toBeUndefined();
});

test('heights and texts are limited', () => {
  expect(fromFrame({ type, say: 'size', heightPx: -5 })).toEqual({ say: 'size', heightPx: 120 });
  expect(fromFrame({ type, say: 'size', heightPx: 1e9 })).toEqual({ say: 'size', heightPx: 2000 });
  const long = fromFrame({ type, say: 'outcome', outcome: { outcome: 'failed', message: 'x'.repeat(9000) } });
  expect(long).toEqual({ say: 'outcome', outcome: { outcome: 'failed', message: 'x'.repeat(500) } });
  expect(fromFrame({ type, say: 'outcome', outcome: { outcome: 'failed', message: 7 } })).toEqual({
    say: 'outcome',
    outcome: { outcome: 'failed', message: '' },
  });
});
