import { expect, test } from 'vitest';
import type { FriendEvents } from '#model/friend.ts';
import { keepPresence, type PresenceDeps } from './keep-presence.ts';

const ada = { FriendAccountId: 'ada', Online: true };

/** Records what was done, in order; it ends when all replies were used. */
function world(answers: readonly (Response | Error)[], options: { readonly maxAsk?: number } = {}) {
  const over = new AbortController();
  const done: string[] = [];
  const left = [...answers];
  let asked = 0;
  const deps: PresenceDeps = {
    open: async () => {
      done.push('open');
      const answer = left.shift();
      if (answer === undefined) {
        over.abort();
        throw new Error('nobody answers');
      }
      if (answer instanceof Error) throw answer;
      return answer;
    },
    ask: async () => {
      done.push('ask');
      asked += 1;
      if (asked === options.maxAsk) over.abort();
      return { Friends: [ada] };
    },
    take: (event, data) => void done.push(`${event} ${JSON.stringify(data)}`),
    wait: async (ms, signal) => {
      // The silence timeout is not a pause between attempts.
      if (ms === 50_000) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      else done.push(`wait ${ms}`);
    },
    random: () => 0.5,
    note: () => undefined,
  };
  return { deps, done, signal: over.signal };
}

const stream = (...events: { [E in keyof FriendEvents]: [E, FriendEvents[E]] }[keyof FriendEvents][]): Response =>
  new Response(events.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join(''));

test('tells what the stream says, and opens it again after a moment when it ends', async () => {
  const { deps, done, signal } = world([
    stream(['here', { Friends: [ada] }], ['changed', {}]),
    new Response('event: news of another build\ndata: {}\n\n'),
  ]);
  await keepPresence(deps, signal);
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

test('asks now and then where the stream does not come through', async () => {
  const broken = new Error('cut off');
  const { deps, done, signal } = world([broken, new Response(null, { status: 503 }), broken], { maxAsk: 2 });
  await keepPresence(deps, signal);
  expect(done.filter((each) => !each.startsWith('here'))).toEqual([
    'open',
    'wait 2000',
    'open',
    'wait 4000',
    'open',
    'ask',
    'wait 45000',
    'ask',
    'wait 45000',
    'wait 8000',
  ]);
});

test('does not come back when another page of the player is heard instead', async () => {
  const { deps, done, signal } = world([stream(['changed', {}], ['enough', {}], ['changed', {}]), stream()]);
  await keepPresence(deps, signal);
  expect(done).toEqual(['open', 'changed {}']);
});

test('a session that is over is not asked for again', async () => {
  const { deps, done, signal } = world([new Response(null, { status: 401 }), stream()]);
  await keepPresence(deps, signal);
  expect(done).toEqual(['open']);
});
