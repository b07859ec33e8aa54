import { expect, test } from 'vitest';
import { buildGames, changeGame } from '#server/testing/build-accounts.ts';
import { createTestApp } from '#server/testing/create-test-app.ts';

test('a card follows the clock in both directions, and changes with its game', async () => {
  const startMs = Date.now();
  const dayMs = 86_400_000;
  let nowMs = startMs;
  await using server = await createTestApp({ now: () => new Date(nowMs) });
  await buildGames(server.database, ['gem-miner']);
  const at = (ms: number): string => new Date(ms).toISOString();
  await changeGame(server.database, 'gem-miner', (config) => ({
    ...config,
    StorePage: { ...config.StorePage, Title: { en: 'Gem Miner', de: 'Edelsteine' } },
    Maintenance: { From: at(startMs + dayMs), To: at(startMs + 2 * dayMs) },
  }));
  const readCard = async (afterDays = 0, Locale: 'en' | 'de' = 'en') => {
    nowMs = startMs + afterDays * dayMs;
    const [card] = (await server.client().discovery.browse({ Locale })).Games;
    return card;
  };
  expect(await readCard()).toMatchObject({ Title: 'Gem Miner', InMaintenance: false, IsNew: true });
  expect(await readCard(0, 'de')).toMatchObject({ Title: 'Edelsteine' });
  expect(await readCard(1.5)).toMatchObject({ InMaintenance: true, IsNew: true });
  expect(await readCard(0.5)).toMatchObject({ InMaintenance: false });
  expect(await readCard(31)).toMatchObject({ InMaintenance: false, IsNew: false });
  expect(await readCard(0.5)).toMatchObject({ InMaintenance: false, IsNew: true });
  await changeGame(server.database, 'gem-miner', (config) => ({
    ...config,
    StorePage: { ...config.StorePage, Title: { en: 'Gem Miner 2' } },
  }));
  expect(await readCard(0.5)).toMatchObject({ Title: 'Gem Miner 2' });
});
