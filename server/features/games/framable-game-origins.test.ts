import { expect, test } from 'vitest';
import { createLog } from '#server/http/log.ts';
import { createFramableGameOriginsReader } from './framable-game-origins.ts';
import type { GameRow } from './read-games.ts';

const row = (Url?: string, FrameOrigins?: string[]): GameRow => ({
  game: 'x',
  config: { Url, FrameOrigins } as GameRow['config'],
});
const log = createLog({ level: 'silent' });

test('lists each external origin once, without our own games; pages shown over games are separate', async () => {
  const read = createFramableGameOriginsReader(
    async () => [
      row(),
      row('https://a.example/x', ['https://w.example']),
      row('https://a.example/y?z', ['https://w.example']),
    ],
    {
      log,
      nowMs: () => 0,
    },
  );
  expect(await read()).toEqual({ games: ['https://a.example'], frames: ['https://w.example'] });
});

test('queries again after a while, and keeps the last answer if that fails', async () => {
  let now = 0;
  const answers = [async () => [row('https://a.example/')], () => Promise.reject(new Error('away'))];
  const read = createFramableGameOriginsReader(
    () => answers.shift()?.() ?? Promise.reject(new Error('asked too often')),
    {
      log,
      nowMs: () => now,
    },
  );
  expect(await read()).toEqual({ games: ['https://a.example'], frames: [] });
  expect(await read()).toEqual({ games: ['https://a.example'], frames: [] });
  expect(answers).toHaveLength(1);
  now = 6000;
  expect(await read()).toEqual({ games: ['https://a.example'], frames: [] });
  expect(answers).toHaveLength(0);
});
