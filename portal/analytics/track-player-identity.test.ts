import { expect, test } from 'vitest';
import type { PlayerInfo } from '#bridge/shapes.ts';
import type { DataLayerContext } from '#portal/reporting/create-data-layer.ts';
import { trackPlayerIdentity } from './track-player-identity.ts';

function start(isSignedIn: boolean) {
  let context: DataLayerContext = {};
  const pushed: string[] = [];
  const player = trackPlayerIdentity({
    game: 'miner',
    isSignedIn,
    setContext: (part) => (context = { ...context, ...part }),
    push: (event) => void pushed.push(event),
  });
  // Only the fields read here.
  const note = (userId: string, gameUid = ''): void => player.note({ fxId: { userId, gameUid } } as PlayerInfo);
  return { player, pushed, note, context: () => context };
}

test('a sign-in while the game runs is reported once', () => {
  const { note, pushed, context } = start(false);
  note('');
  note('ada', 'g-1');
  note('ada', 'g-1');
  expect(pushed).toEqual(['sdk_user_logged_in_fxid']);
  expect(context()).toEqual({ game: 'miner', accountId: 'ada', userId: 'g-1' });
});

test('it is reported even if the game made no call before', () => {
  const { note, pushed } = start(false);
  note('ada');
  expect(pushed).toHaveLength(1);
});

test('a player who was already signed in is not reported, a new one is', () => {
  const { note, pushed } = start(true);
  note('ada');
  note('ada');
  expect(pushed).toEqual([]);
  note('bob');
  expect(pushed).toHaveLength(1);
});

test('nothing is reported after the game', () => {
  const { player, note, context } = start(true);
  note('ada', 'g-1');
  player.end();
  note('bob', 'g-2');
  expect(context()).toEqual({ accountId: 'ada' });
});
