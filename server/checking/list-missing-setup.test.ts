import { pino } from 'pino';
import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createSealer } from '#server/secrets/sealer.ts';
import { createTestDatabase } from '#server/testing/create-test-database.ts';
import { logMissingSetup } from './list-missing-setup.ts';

test("logs what an empty portal lacks, with remedies; an error doesn't prevent the start", async () => {
  const testing = await createTestDatabase();
  const lines: { msg: string; remedy?: string }[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) });
  const config = readConfig({});
  const deps = { config, database: testing.database, sealer: createSealer(config.secrets), log, now: () => new Date() };
  await logMissingSetup(deps);
  expect(lines.map(({ msg }) => msg)).toEqual([
    'Before you open the portal: there are no games.',
    'Before you open the portal: the portal has no Terms of Service.',
    'Before you open the portal: the portal has no Privacy Policy.',
    'Before you open the portal: the portal has no legal contact with an address.',
    'Before you open the portal: nothing is for sale, and there is no payment provider.',
    "Before you open the portal: email can't be sent.",
  ]);
  for (const { remedy } of lines) expect(remedy).toMatch(/npm run|Set SMTP_URL/);
  await testing.drop();
  lines.length = 0;
  await logMissingSetup(deps);
  expect(lines).toMatchObject([{ msg: expect.stringContaining("Couldn't check") as string }]);
});
