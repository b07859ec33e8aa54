// Connections of a player's account at a service to a game: one row each, with the service's tokens sealed. A removed
// row leaves its tokens in `service_revocations` (a trigger), from where revoke-services-job.ts ends them.
import { sql, type Transaction } from 'kysely';
import type { StoredConnection } from '#identities/port.server.ts';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import { isUniqueViolation } from '#server/db/is-unique-violation.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Sealer } from '#server/secrets/sealer.ts';

// Longer than the slowest change: exchange and validation with their timeouts.
const busySeconds = 45;
const purpose = 'service connection';

export interface ServiceConnectionDeps {
  readonly database: Database;
  readonly sealer: Sealer;
}

export interface ServiceConnectionKey {
  readonly accountId: string;
  readonly game: string;
  readonly service: string;
}

/** The service is called outside any transaction; a lease in the row excludes concurrent changes. */
export async function changeServiceConnection(
  { database, sealer }: ServiceConnectionDeps,
  key: ServiceConnectionKey,
  change: (kept: StoredConnection | undefined) => Promise<StoredConnection | undefined>,
): Promise<void> {
  const kept = await lease(database, sealer, key);
  let next: StoredConnection | undefined;
  try {
    next = await change(kept);
  } catch (error) {
    await release(database, key);
    throw error;
  }
  if (next === undefined) {
    await database.kysely
      .deleteFrom('service_connections')
      .where('account_id', '=', key.accountId)
      .where('game', '=', key.game)
      .where('service', '=', key.service)
      .execute();
    return;
  }
  const sealed = sealer.seal(purpose, JSON.stringify(next.secrets));
  try {
    const isSaved =
      kept?.externalId === next.externalId
        ? await saveChanged(database, key, { ...next, sealed })
        : await saveNew(database, key, { ...next, sealed });
    // The player disconnected it, or the game, while the service was called.
    if (!isSaved) throw new Problem('Conflict');
  } catch (error) {
    await queueRevocation(database, key, sealed);
    await release(database, key);
    if (isUniqueViolation(error)) throw new Problem('IdentityTaken');
    throw error;
  }
}

interface SealedConnection {
  readonly externalId: string;
  readonly name?: string;
  readonly sealed: Buffer;
}

async function saveChanged(
  { kysely }: Database,
  key: ServiceConnectionKey,
  { externalId, name = '', sealed }: SealedConnection,
): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable('service_connections')
    .set({ name, sealed, busy_until: null, updated_at: sql`now()` })
    .where('account_id', '=', key.accountId)
    .where('game', '=', key.game)
    .where('service', '=', key.service)
    .where('external_id', '=', externalId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function saveNew(
  { kysely }: Database,
  { accountId, game, service }: ServiceConnectionKey,
  { externalId, name = '', sealed }: SealedConnection,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into service_connections (account_id, game, service, external_id, name, sealed)
    select account_id, game, ${service}, ${externalId}, ${name}, ${sealed} from connected_games
    where account_id = ${accountId} and game = ${game}
    on conflict (account_id, game, service) do update set
      external_id = excluded.external_id, name = excluded.name, sealed = excluded.sealed,
      busy_until = null, updated_at = now()`.execute(kysely);
  return numAffectedRows > 0n;
}

/** For tokens that could not be stored. */
async function queueRevocation(
  { kysely }: Database,
  { game, service }: ServiceConnectionKey,
  sealed: Buffer,
): Promise<void> {
  await kysely.insertInto('service_revocations').values({ game, service, sealed }).execute();
}

async function lease(
  database: Database,
  sealer: Sealer,
  key: ServiceConnectionKey,
): Promise<StoredConnection | undefined> {
  return database.transaction(async (trx) => {
    if (!(await hasGame(trx, key))) throw new Problem('GameNotConnected', undefined, { param: key.game });
    const row = await trx
      .selectFrom('service_connections')
      .select(['external_id', 'name', 'sealed', sql<boolean>`busy_until > now()`.as('is_busy')])
      .where('account_id', '=', key.accountId)
      .where('game', '=', key.game)
      .where('service', '=', key.service)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return undefined;
    if (row.is_busy) throw new Problem('Conflict');
    await trx
      .updateTable('service_connections')
      .set({ busy_until: sql`now() + make_interval(secs => ${busySeconds})` })
      .where('account_id', '=', key.accountId)
      .where('game', '=', key.game)
      .where('service', '=', key.service)
      .execute();
    return open(sealer, row);
  });
}

async function release(database: Database, key: ServiceConnectionKey): Promise<void> {
  await database.kysely
    .updateTable('service_connections')
    .set({ busy_until: null })
    .where('account_id', '=', key.accountId)
    .where('game', '=', key.game)
    .where('service', '=', key.service)
    .execute();
}

export async function readServiceConnection(
  { database, sealer }: ServiceConnectionDeps,
  key: ServiceConnectionKey,
): Promise<StoredConnection | undefined> {
  const row = await database.kysely
    .selectFrom('service_connections')
    .select(['external_id', 'name', 'sealed'])
    .where('account_id', '=', key.accountId)
    .where('game', '=', key.game)
    .where('service', '=', key.service)
    .executeTakeFirst();
  return row && open(sealer, row);
}

/** False: it was not connected. */
export async function removeServiceConnection({ kysely }: Database, key: ServiceConnectionKey): Promise<boolean> {
  const { numDeletedRows } = await kysely
    .deleteFrom('service_connections')
    .where('account_id', '=', key.accountId)
    .where('game', '=', key.game)
    .where('service', '=', key.service)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** We wrote these secrets ourselves, so the cast is safe. */
export const unsealServiceSecrets = (sealer: Sealer, sealed: Buffer): StoredConnection['secrets'] =>
  JSON.parse(sealer.unseal(purpose, sealed)) as StoredConnection['secrets'];

const open = (sealer: Sealer, row: { external_id: string; name: string; sealed: Buffer }): StoredConnection => ({
  externalId: row.external_id,
  name: row.name,
  secrets: unsealServiceSecrets(sealer, row.sealed),
});

async function hasGame(trx: Transaction<Tables>, { accountId, game }: ServiceConnectionKey): Promise<boolean> {
  const row = await trx
    .selectFrom('connected_games')
    .select('game')
    .where('account_id', '=', accountId)
    .where('game', '=', game)
    .executeTakeFirst();
  return row !== undefined;
}
