import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { openMessageLink, type MessageChannelEnd } from './message-link.ts';

interface Calls {
  add(one: number, other: number): number;
  refuse(): void;
  hang(): void;
}

/** Two ends that pass messages as JSON, as Node's channel does. */
function createChannel(): [MessageChannelEnd, MessageChannelEnd] {
  const [one, other] = [new EventEmitter(), new EventEmitter()];
  const endOf = (own: EventEmitter, remote: EventEmitter): MessageChannelEnd => ({
    send: (message) => setImmediate(() => remote.emit('message', JSON.parse(JSON.stringify(message)))),
    on: (event, listener) => own.on(event, listener),
  });
  return [endOf(one, other), endOf(other, one)];
}

function openBoth(timeoutMs: number) {
  const [one, other] = createChannel();
  openMessageLink<Calls, Calls>(other, {
    add: (a, b) => a + b,
    refuse: () => {
      throw new Error('not now');
    },
    hang: () => new Promise<void>(() => undefined),
  });
  return openMessageLink<Calls, object>(one, {}, { timeoutMs });
}

test('concurrent calls get their own results', async () => {
  const link = openBoth(60_000);
  expect(await Promise.all([link.call('add', 1, 2), link.call('add', 3, 4)])).toEqual([3, 7]);
});

test('errors come back, and a call without an answer ends', async () => {
  await expect(openBoth(60_000).call('refuse')).rejects.toThrow('not now');
  await expect(openBoth(1).call('hang')).rejects.toThrow('did not answer hang within 1 ms');
});
