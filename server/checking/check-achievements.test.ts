import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createGameKeys } from '#server/features/game-keys/game-keys.ts';
import type { SafeResponse } from '#server/http/safe-fetch.ts';
import { createSealer } from '#server/secrets/sealer.ts';
import { buildGames, changeGame } from '#server/testing/build-accounts.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/create-test-database.ts';
import { checkAchievements } from './check-achievements.ts';

const game = 'gem-miner';
let portal: TestDatabase;
let requested: string[];

beforeAll(async () => {
  portal = await createTestDatabase();
  await buildGames(portal.database, [game]);
  await changeGame(portal.database, game, (config) => ({ ...config, SupportedLanguages: ['en', 'pt-PT'] }));
});
afterAll(() => portal.drop());
beforeEach(async () => {
  requested = [];
  for (const table of ['quests', 'achievements'] as const) await portal.database.kysely.deleteFrom(table).execute();
});

const pictures: Readonly<Record<string, Pick<SafeResponse, 'status' | 'headers'>>> = {
  'https://cdn.example/good.png': { status: 200, headers: { 'content-type': 'image/png' } },
  'https://cdn.example/page.html': { status: 200, headers: { 'content-type': 'text/html' } },
  'https://gem-miner.games.example/art/here.svg': { status: 200, headers: {} },
};

const check = () =>
  checkAchievements({
    database: portal.database,
    config: { publicUrl: new URL('https://play.example'), gamesUrl: 'https://{game}.games.example' },
    vendorFetch: async (address) => {
      requested.push(address);
      if (address.startsWith('https://down.example')) throw new Error('connection refused');
      return { status: 404, headers: {}, body: Buffer.from(''), ...pictures[address] };
    },
    probe: async ({ href }) => ({ status: pictures[href]?.status ?? 404, body: '' }),
  });

const add = (achievement: {
  code: string;
  names?: object;
  descriptions?: object;
  icons?: object;
  unlocked_by?: 'server' | 'quest';
  is_active?: boolean;
}) =>
  portal.database.kysely
    .insertInto('achievements')
    .values({
      game,
      ...achievement,
      names: JSON.stringify(achievement.names ?? { en: 'Run', 'pt-br': 'Corrida' }),
      descriptions: JSON.stringify(achievement.descriptions ?? {}),
      icons: JSON.stringify(achievement.icons ?? {}),
    })
    .execute();

const addQuest = (achievement: string, over: { is_active?: boolean; reported_by?: 'page' | 'server' } = {}) =>
  portal.database.kysely
    .insertInto('quests')
    .values({ quest_id: randomUUID(), game, titles: '{}', code: 'dig', goal: 1, achievement, ...over })
    .execute();

const texts = async () => (await check()).map(({ verdict, text }) => `${verdict}: ${text}`);

test('says how many achievements are in order', async () => {
  expect(await texts()).toEqual(['ok: no game has achievements']);
  await add({ code: 'first-run' });
  // Players who have it keep it; it needs nothing else.
  await add({ code: 'gone', names: {}, is_active: false });
  expect(await texts()).toEqual(['ok: 1 achievements']);
});

test("names texts that are missing in the game's languages", async () => {
  await add({ code: 'a', names: { en: 'A', ja: 'A', 'pt-br': 'A' } });
  await add({ code: 'b', names: { en: 'B', ja: 'B', 'pt-br': ' ' } });
  await add({ code: 'c', descriptions: { en: 'C', 'pt-br': 'C' } });
  expect(await texts()).toEqual(['warning: achievements of gem-miner have no name or description in ja, pt-br: b, c']);
});

test('names icons that can not be loaded, and asks an unreachable host once', async () => {
  await add({ code: 'a', icons: { en: 'https://cdn.example/good.png', ja: '/art/here.svg' } });
  await add({ code: 'b', icons: { en: '/art/gone.svg', ja: 'https://cdn.example/page.html' } });
  await add({ code: 'c', icons: { en: 'https://cdn.example/none.png', ja: 'https://down.example/1.png' } });
  await add({ code: 'd', icons: { en: 'https://down.example/2.png' } });
  expect(await texts()).toEqual([
    'warning: the icon https://gem-miner.games.example/art/gone.svg of gem-miner (b) returns 404',
    "warning: the icon https://cdn.example/page.html of gem-miner (b) isn't a picture",
    'warning: the icon https://cdn.example/none.png of gem-miner (c) returns 404',
    "warning: the icon https://down.example/1.png of gem-miner (c) can't be loaded: connection refused",
  ]);
  expect(requested).not.toContain('https://down.example/2.png');
});

test('names achievements that nothing can unlock, until it can', async () => {
  await add({ code: 'lost', unlocked_by: 'quest' });
  await addQuest('lost', { is_active: false });
  await add({ code: 'quiet', unlocked_by: 'quest' });
  await addQuest('quiet', { reported_by: 'server' });
  await add({ code: 'trusted', unlocked_by: 'server' });
  await add({ code: 'fine', unlocked_by: 'quest' });
  await addQuest('fine');
  expect(await texts()).toEqual([
    "warning: the achievement lost of gem-miner can't be unlocked: no active quest unlocks it",
    "warning: the achievement quiet of gem-miner can't be unlocked: its quest counts only what the game's server reports, and that has no key",
    "warning: the achievement trusted of gem-miner can't be unlocked: only the game's server may unlock it, and that has no key",
  ]);
  await createGameKeys(portal.database, createSealer('tests')).create(game);
  await portal.database.kysely.updateTable('quests').set({ is_active: true }).execute();
  expect(await texts()).toEqual(['ok: 4 achievements']);
});
