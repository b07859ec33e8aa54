import { expect, test } from 'vitest';
import { buildConnectionUrl } from '#server/db/connection-options.ts';
import { createTestDatabase } from '#server/testing/create-test-database.ts';
import { eventually } from '#server/testing/eventually.ts';
import { startKillableServer } from '#server/testing/killable-server.ts';
import { runResealCommand } from './run-reseal-command.ts';
import { createSealer } from './sealer.ts';
import { recordSealingKeyId } from './sealing-keys.ts';

test('a server that lacks a secret in use reports it and is not ready, until the secret is dropped', async () => {
  await using testing = await createTestDatabase();
  const { database } = testing;
  await recordSealingKeyId(database, createSealer([{ id: 'lost', secret: 'of another node' }]));
  const SECRETS = 'own:of this node';
  await using server = await startKillableServer({ DATABASE_URL: buildConnectionUrl(testing.connection), SECRETS });
  const readiness = async (): Promise<unknown> =>
    (await fetch(`${server.process().address}/readyz`, { signal: AbortSignal.timeout(60_000) })).json();
  const answer = await eventually(readiness);
  expect(answer).toMatchObject({ status: 'not ready', checks: { database: 'ok', sealed: 'failing' } });
  expect(server.process().output()).toContain('this node lacks the secret of lost');
  const sealer = createSealer([{ id: 'own', secret: 'of this node' }]);
  await runResealCommand('give-up', { database, sealer, report: () => undefined });
  expect(await readiness()).toMatchObject({ status: 'ready', checks: { sealed: 'ok' } });
});
