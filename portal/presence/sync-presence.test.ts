import { expect, test } from 'vitest';
import type { FriendEvents } from '#model/friend.ts';
import { syncPresence, type PresenceDeps } from './sync-presence.ts';

const ada = { FriendAccountId: 'ada', Online: true };

/** Records the calls in order, and aborts when all replies are used. */
function setUp(replies: readonly (Response | Error)[], options: { readonly maxPolls?: number } = {}) {
  const controller = new AbortController();
  const done: string[] = [];
  const left = [...replies];
  let polls = 0;
  const deps: PresenceDeps = {
    open: async () => {
      done.push('open');
      const reply = left.shift();
      if (reply === undefined) {
        controller.abort();
        throw new Error('no response');
      }
      if (reply instanceof Error) throw reply;
      return reply;
    },
    poll: async () => {
      done.push('poll');
      polls += 1;
      if (polls === options.maxPolls) controller.abort();
      return { Friends: [ada] };
    },
    onEvent: (event, data) => void done.push(`${event} ${JSON.stringify(data)}`),
    wait: async (ms, signal) => {
      // The silence timeout is not a pause between attempts.
      if (ms === 50_000) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      else done.push(`wait ${ms}`);
    },
    random: () => 0.5,
    warn: () => undefined,
  };
  return { deps, done, signal: controller.signal };
}

const stream = (...events: { [E in keyof FriendEvents]: [E, FriendEvents[E]] }[keyof FriendEvents][]): Response =>
  new Response(events.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join(''));

test('forwards events of the stream, and reconnects after a second when it ends', async () => {
  const { deps, done, signal } = setUp([
    stream(['here', { Friends: [ada] }], ['changed', {}]),
    new Response('event: unknown\ndata: {}\n\n'),
  ]);
  await syncPresence(deps, signal);
  expect(done).toEqual([
    'open',
    'here {"Friends":[{"FriendAccountId":"ada","Online":true}]}',
    'changed {}',
    'wait 1000',
    'open',
    'wait 1000',
    'open',
  ]);
});

test('polls if the stream fails three times', async () => {
  const broken = new Error('cut off');
  const { deps, done, signal } = setUp([broken, new Response(null, { status: 503 }), broken], { maxPolls: 2 });
  await syncPresence(deps, signal);
  expect(done.filter((each) => !each.startsWith('here'))).toEqual([
    'open',
    'wait 2000',
    'open',
    'wait 4000',
    'open',
    'poll',
    'wait 45000',
    'poll',
    'wait 45000',
    'wait 8000',
  ]);
});

test('does not reconnect if another page of the player is connected', async () => {
  const { deps, done, signal } = setUp([stream(['changed', {}], ['enough', {}], ['changed', {}]), stream()]);
  await syncPresence(deps, signal);
  expect(done).toEqual(['open', 'changed {}']);
});

test('does not reconnect after the session has ended', async () => {
  const { deps, done, signal } = setUp([new Response(null, { status: 401 }), stream()]);
  await syncPresence(deps, signal);
  expect(done).toEqual(['open']);
});
