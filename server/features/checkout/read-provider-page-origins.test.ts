import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { object } from '#model/schema.ts';
import type { ProviderManifest } from '#payments/port.ts';
import { buildGames } from '#server/testing/build-accounts.ts';
import { createTestApp } from '#server/testing/create-test-app.ts';
import { createProviderPageOriginsReader } from './read-provider-page-origins.ts';

const manifest = {
  originsSetting: 'PageOrigins',
  settings: object({ PageOrigins: Type.Optional(Type.Array(Type.String())) }),
} as unknown as ProviderManifest;

test('finds the origins of the portal and of every game, and reads nothing for a provider without such a setting', async () => {
  await using server = await createTestApp();
  await buildGames(server.database, ['gem-miner', 'sky-courier']);
  const { deps } = server.money;
  const readPageOrigins = createProviderPageOriginsReader(deps);
  expect(await readPageOrigins('yookassa', manifest)).toEqual([]);
  await deps.settings.write('payments', 'yookassa', { PageOrigins: ['https://a.example', 'https://b.example'] });
  for (const [game, PageOrigins] of [
    ['gem-miner', ['https://b.example', 'https://c.example']],
    ['sky-courier', undefined],
  ] as const)
    await deps.settings.write('payments', 'yookassa', { ...(PageOrigins && { PageOrigins }) }, { game });
  await deps.settings.write('payments', 'stripe', { PageOrigins: ['https://d.example'] });
  const found = await readPageOrigins('yookassa', manifest);
  expect(found.toSorted()).toEqual(['https://a.example', 'https://b.example', 'https://c.example']);
  const { originsSetting: _, ...without } = manifest;
  expect(await readPageOrigins('yookassa', without)).toEqual([]);
});
