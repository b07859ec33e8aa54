import { expect, test } from 'vitest';
import { createLog } from '#server/http/log.ts';
import { createFramableGameOriginsReader } from './framable-game-origins.ts';
import type { CatalogueGames } from './game-catalogue.ts';
import type { CatalogueGame } from './read-catalogue-games.ts';

const row = (Url?: string, FrameOrigins?: string[]) => ({ game: 'x', card: { Url, FrameOrigins } }) as CatalogueGame;
const catalogueOf = (version: number, ...published: CatalogueGame[]): CatalogueGames => ({
  byName: new Map(),
  published,
  hidden: [],
  version,
});
const log = createLog({ level: 'silent' });

test('lists each external origin once, without our own games; pages shown over games are separate', async () => {
  const games = [
    row(),
    row('https://a.example/x', ['https://w.example']),
    row('https://a.example/y?z', ['https://w.example']),
  ];
  const read = createFramableGameOriginsReader({ read: async () => catalogueOf(1, ...games) }, { log });
  expect(await read()).toMatchObject({ games: ['https://a.example'], frames: ['https://w.example'] });
});

test('follows the games, and keeps the last answer if reading them fails', async () => {
  let answer: () => Promise<CatalogueGames> = async () => catalogueOf(1, row('https://a.example/'));
  const read = createFramableGameOriginsReader({ read: () => answer() }, { log });
  expect(await read()).toMatchObject({ games: ['https://a.example'], frames: [] });
  answer = () => Promise.reject(new Error('away'));
  expect(await read()).toMatchObject({ games: ['https://a.example'], frames: [] });
  answer = async () => catalogueOf(2, row('https://b.example/'));
  expect(await read()).toMatchObject({ games: ['https://b.example'], frames: [] });
});
