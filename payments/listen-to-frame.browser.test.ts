import { afterEach, expect, test } from 'vitest';
import { listenToFrame } from './listen-to-frame.browser.ts';

const trusted = 'https://pay.example';
const heard: unknown[] = [];
const passed: unknown[] = [];
const stop = listenToFrame(trusted, (message) => {
  heard.push(message);
  return message['command'] === 'known';
});
window.addEventListener('message', ({ data }) => void passed.push(data));

afterEach(() => {
  heard.length = 0;
  passed.length = 0;
});

const say = (data: unknown, origin = trusted) =>
  window.dispatchEvent(new MessageEvent('message', { data, origin, source: null }));

test('known messages from the trusted origin pass', () => {
  say('{"command":"known"}');
  say('{"command":"other"}');
  expect(heard).toEqual([{ command: 'known' }, { command: 'other' }]);
  expect(passed).toEqual(['{"command":"known"}']);
});

test.each([
  ['another origin', '{"command":"known"}', 'https://bank.example'],
  ['a sender without an origin', '{"command":"known"}', ''],
  ['no JSON', 'hello', trusted],
  ['no object', 'null', trusted],
  ['no text', { command: 'known' }, trusted],
])('%s is ignored', (_, data, origin) => {
  say(data, origin);
  expect([...heard, ...passed]).toEqual([]);
});

test('stops listening on request', () => {
  stop();
  say('hello');
  expect({ heard, passed }).toEqual({ heard: [], passed: ['hello'] });
});
