// Revokes the tokens of removed connections at their service. `service_revocations` is the outbox: a trigger writes it
// in the transaction that removes the connection.
import { sql } from 'kysely';
import type { Infrastructure } from '#server/infrastructure.ts';
import { defineRecurringJob } from '#server/jobs/define-recurring-job.ts';
import { Problem } from '#model/problem.ts';
import { createIdentityHost, type IdentityDeps } from './identity-hosts.ts';
import { unsealServiceSecrets, type ServiceConnectionDeps } from './service-connections.ts';

export type RevokeServicesDeps = IdentityDeps & ServiceConnectionDeps & Pick<Infrastructure, 'jobs'>;

export const defineRevokeServicesJob = (deps: RevokeServicesDeps) =>
  defineRecurringJob({
    name: 'revoke-services',
    everyMs: 60_000,
    leaseSeconds: 300,
    database: deps.database,
    jobs: deps.jobs,
    now: deps.now,
    run: async ({ signal }) => {
      while (!signal.aborted && (await revokeServiceTokens(deps)) === batchSize);
    },
  });

const batchSize = 20;
/** About three days, because the delay doubles from a minute to an hour. */
const maxAttempts = 80;

/** Returns how many were due. */
export async function revokeServiceTokens(deps: RevokeServicesDeps): Promise<number> {
  const { database, log } = deps;
  // The next attempt is due later, so that another node does not repeat this one.
  const { rows } = await sql<{
    revocation_id: number;
    service: string;
    game: string;
    sealed: Buffer;
    attempts: number;
  }>`
    update service_revocations set
      attempts = attempts + 1, due_at = now() + make_interval(mins => least(60, power(2, least(attempts, 6)))::int)
    where revocation_id in (
      select revocation_id from service_revocations where due_at <= now()
      order by due_at limit ${batchSize} for update skip locked
    )
    returning revocation_id, service, game, sealed, attempts`.execute(database.kysely);
  for (const row of rows) {
    const { service, game, attempts } = row;
    try {
      await revoke(deps, row);
    } catch (error) {
      if (attempts < maxAttempts) {
        log.warn({ err: error, service, game, attempts }, 'Tokens could not be revoked; it is tried again.');
        continue;
      }
      log.error({ err: error, service, game }, 'Tokens could not be revoked and were deleted.');
    }
    await database.kysely.deleteFrom('service_revocations').where('revocation_id', '=', row.revocation_id).execute();
  }
  return rows.length;
}

async function revoke(
  deps: RevokeServicesDeps,
  { service, game, sealed }: { service: string; game: string; sealed: Buffer },
): Promise<void> {
  const found = deps.identities.find(({ folder }) => folder === service);
  if (!found?.adapter?.revokeConnection) return;
  try {
    const { host } = await createIdentityHost(deps, found, game);
    await found.adapter.revokeConnection(unsealServiceSecrets(deps.sealer, sealed), host);
  } catch (error) {
    // The service is no longer set up: nobody can revoke them.
    if (!(error instanceof Problem && error.code === 'NotConfigured')) throw error;
  }
}
