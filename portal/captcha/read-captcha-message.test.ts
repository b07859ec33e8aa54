import { expect, test } from 'vitest';
import { readCaptchaMessage } from './read-captcha-message.ts';

const frame = { window: { name: 'the frame' }, origin: 'https://captcha.games.example' };
const type = 'fxid-captcha';
const read = (data: unknown, sent: object = {}) =>
  readCaptchaMessage({ source: frame.window, origin: frame.origin, data, ...sent }, frame);

test.each([
  [
    { type, outcome: 'passed', token: '0.abc' },
    { outcome: 'passed', token: '0.abc' },
  ],
  [{ type, outcome: 'failed' }, { outcome: 'failed' }],
  [{ type, outcome: 'expired', more: 1 }, { outcome: 'expired' }],
  [
    { type, outcome: 'size', height: 140.2 },
    { outcome: 'size', height: 141 },
  ],
  [
    { type, outcome: 'size', height: -5 },
    { outcome: 'size', height: 65 },
  ],
  [
    { type, outcome: 'size', height: 1e9 },
    { outcome: 'size', height: 600 },
  ],
])('accepts %j', (data, message) => {
  expect(read(data)).toEqual(message);
});

test.each([
  ['another window', { source: { name: 'the frame' } }],
  ['no window', { source: null }],
  ['another origin', { origin: 'https://evil.example' }],
  ['a game', { origin: 'https://gem-miner.games.example' }],
  ['an origin that begins like it', { origin: `${frame.origin}.evil.example` }],
  ['the same host without encryption', { origin: 'http://captcha.games.example' }],
  ['an origin that hides itself', { origin: 'null' }],
])('ignores %s', (_, sent) => {
  expect(read({ type, outcome: 'passed', token: '0.abc' }, sent)).toBeUndefined();
});

test.each([null, undefined])('ignores messages while there is no frame (%s)', (window) => {
  const sent = { source: window, origin: frame.origin, data: { type, outcome: 'failed' } };
  expect(readCaptchaMessage(sent, { ...frame, window })).toBeUndefined();
});

test.each([
  [undefined],
  ['passed'],
  [{ outcome: 'failed' }],
  [{ type: 'other', outcome: 'failed' }],
  [{ type, outcome: 'won' }],
  [{ type, outcome: 'passed' }],
  [{ type, outcome: 'passed', token: '' }],
  [{ type, outcome: 'passed', token: 7 }],
  [{ type, outcome: 'passed', token: 'x'.repeat(2049) }],
  [{ type, outcome: 'size', height: '65' }],
  [{ type, outcome: 'size', height: Number.NaN }],
])('rejects anything else: %j', (data) => {
  expect(read(data)).toBeUndefined();
});
