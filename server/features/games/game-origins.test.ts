import { expect, test } from 'vitest';
import { createLog } from '#server/http/log.ts';
import { createGameOriginsReader } from './game-origins.ts';
import type { GameRow } from './read-games.ts';

// As much of a row as is read.
const row = (url?: string): GameRow => ({ game: 'x', config: { Url: url } as GameRow['config'] });
const log = createLog({ level: 'silent' });

test('names each origin once, and no game of our own', async () => {
  const read = createGameOriginsReader(async () => [row(), row('https://a.example/x'), row('https://a.example/y?z')], {
    log,
    nowMs: () => 0,
  });
  expect(await read()).toEqual(['https://a.example']);
});

test('asks again after a while, and keeps the last answer while there is no other', async () => {
  let now = 0;
  const answers = [async () => [row('https://a.example/')], () => Promise.reject(new Error('away'))];
  const read = createGameOriginsReader(() => answers.shift()?.() ?? Promise.reject(new Error('asked too often')), {
    log,
    nowMs: () => now,
  });
  expect(await read()).toEqual(['https://a.example']);
  expect(await read()).toEqual(['https://a.example']);
  expect(answers).toHaveLength(1);
  now = 6000;
  expect(await read()).toEqual(['https://a.example']);
  expect(answers).toHaveLength(0);
});
