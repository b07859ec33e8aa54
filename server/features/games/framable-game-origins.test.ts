import { expect, test } from 'vitest';
import { createLog } from '#server/http/log.ts';
import { createFramableGameOriginsReader } from './framable-game-origins.ts';
import type { GameRow } from './read-games.ts';

const row = (Url?: string, FrameOrigins?: string[]): GameRow => ({
  game: 'x',
  config: { Url, FrameOrigins } as GameRow['config'],
});
const log = createLog({ level: 'silent' });

test('names each origin once, and no game of our own; pages that are shown over games are apart', async () => {
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

test('asks again after a while, and keeps the last answer while there is no other', async () => {
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
