import { expect, test } from 'vitest';
import type { gameConnectionResults } from '#model/game-connection.ts';
import { connectGameAccount } from './connect-game-account.ts';

type Result = keyof typeof gameConnectionResults;

const run = async (first: Result, second: Result) => {
  const asked: object[] = [];
  const answer = (result: Result) => async (input: object) => {
    asked.push(input);
    return { Result: result };
  };
  const calls = { connectFromGame: answer(first), updateConnectGameInvite: answer(second) };
  return { result: await connectGameAccount(calls, { game: 'gem-miner', connectToken: 'c' }), asked };
};

test('a connection is started, then confirmed', async () => {
  expect(await run('Created', 'Success')).toEqual({
    result: 'Success',
    asked: [
      { Game: 'gem-miner', ConnectToken: 'c' },
      { ConnectToken: 'c', Accept: true },
    ],
  });
});

test.each<[Result, Result, Result, number]>([
  ['Success', 'FailedUnknown', 'Success', 1],
  ['FailedTimeout', 'Success', 'FailedTimeout', 1],
  [
    'Created',
    'FailedThisGameAccountAlreadyConnectedToAnotherAccount',
    'FailedThisGameAccountAlreadyConnectedToAnotherAccount',
    2,
  ],
  ['Created', 'Created', 'FailedUnknown', 2],
])('%s, then %s, is %s', async (first, second, result, calls) => {
  const run1 = await run(first, second);
  expect(run1.result).toBe(result);
  expect(run1.asked).toHaveLength(calls);
});
