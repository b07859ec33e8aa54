import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createAdapterSettings } from '#server/features/settings/adapter-settings.ts';
import { createSealer } from '#server/secrets/sealer.ts';
import { createTestDatabase } from '#server/testing/create-test-database.ts';
import { checkVendorStatus } from './check-vendor-status.ts';

test('reports the evidence for each configured adapter, and warns about assumed and discontinued ones', async () => {
  await using testing = await createTestDatabase();
  const { database } = testing;
  expect(await checkVendorStatus(database)).toEqual([
    { verdict: 'ok', text: 'no platform and no payment provider is set up' },
  ]);
  const settings = createAdapterSettings({
    database,
    sealer: createSealer('tests'),
    log: pino({ level: 'silent' }),
  });
  await settings.write('identities', 'vkid', {});
  await settings.write('payments', 'stripe', {});
  for (const folder of ['facebookgames', 'telegram', 'wizq']) await settings.write('platforms', folder, {});
  expect(await checkVendorStatus(database)).toEqual([
    {
      verdict: 'ok',
      text: 'payments/stripe: Verified against vendor code: signed webhooks. The rest is written from public documents.',
    },
    {
      verdict: 'warning',
      text: 'platforms/facebookgames: Meta has accepted no new games since 30 September 2026; existing orders, refunds and history keep working. Written from public documents.',
      remedy: expect.stringContaining('npm run settings -- platforms/facebookgames --remove') as string,
    },
    { verdict: 'ok', text: 'platforms/telegram: Written from public documents.' },
    {
      verdict: 'warning',
      text: 'platforms/wizq: Assumed: no public documents were found.',
      remedy: expect.stringContaining('platforms/wizq/README.md') as string,
    },
  ]);
});
