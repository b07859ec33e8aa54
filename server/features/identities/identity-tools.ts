// The tools that the core gives an identity's own API calls: sign in, keep a proof, transfer a game's progress, and
// store a service's secrets encrypted.
import type { StoredConnection, IdentityTools } from '#identities/port.server.ts';
import { Problem } from '#model/problem.ts';
import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { isUniqueViolation } from '#server/db/is-unique-violation.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Session } from '#server/features/sessions/sessions.ts';
import { findIdentityOwner, type IdentityScope } from '#server/features/sign-in/scoped-identities.ts';
import type { SignIn } from '#server/features/sign-in/sign-in.ts';
import type { NotifyIdentityChange } from '#server/features/sign-in/notify-identity-change.ts';
import type { Caller } from '#server/http/caller.ts';
import { createToken, hashToken } from '#server/secrets/one-time-token.ts';
import type { Sealer } from '#server/secrets/sealer.ts';
import { requireProof } from './identity-hosts.ts';
import { transferIdentity } from './transfer-identity.ts';

export interface IdentityToolsDeps {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly signIn: SignIn;
  readonly notifyIdentityChange: NotifyIdentityChange;
}

export function createIdentityTools(
  { database, sealer, signIn, notifyIdentityChange }: IdentityToolsDeps,
  service: string,
  call: {
    readonly caller: Caller;
    readonly session: () => Promise<Session | undefined>;
    readonly scope: IdentityScope;
  },
): IdentityTools {
  const { kysely } = database;
  const player = async (): Promise<Session> => {
    const session = await call.session();
    if (!session) throw new Problem('Unauthenticated');
    return session;
  };
  return {
    signIn: async (verdict, options = {}) =>
      signIn(requireProof(verdict), {
        caller: call.caller,
        scope: call.scope,
        session: await call.session(),
        marketingEnabled: options.marketingEnabled,
      }),
    storeProof: async (proof, game) => {
      const { token, tokenHash } = createToken('fxp_');
      await kysely
        .insertInto('kept_proofs')
        .values({
          token_hash: tokenHash,
          purpose: 'transfer',
          type: proof.identity.type,
          external_id: proof.identity.externalId,
          scope_game: call.scope ?? null,
          game,
          expires_at: sql<Date>`now() + make_interval(mins => ${keepMinutes})`,
        })
        .execute();
      return token;
    },
    redeemProof: async (token, game) => {
      const tokenHash = hashToken('fxp_', token);
      const row =
        tokenHash &&
        (await kysely
          .updateTable('kept_proofs')
          .set({ consumed_at: sql`now()` })
          .where('token_hash', '=', tokenHash)
          .where('purpose', '=', 'transfer')
          .where('game', '=', game)
          // The trust settings may have changed since.
          .where(sql<boolean>`scope_game is not distinct from ${call.scope ?? null}`)
          .where('consumed_at', 'is', null)
          .where('expires_at', '>', sql<Date>`now()`)
          .returning(['type', 'external_id as externalId'])
          .executeTakeFirst());
      if (!row) throw new Problem('TokenExpiredOrUsed');
      return { identity: row };
    },
    canTransfer: (proof, game) =>
      database.transaction(async (trx) => {
        const owner = await findIdentityOwner(trx, { ...proof.identity, scope: call.scope });
        return owner !== undefined && (await connectionOf(trx, owner.accountId, game)) !== undefined;
      }),
    transfer: async (proof, game) => {
      const { accountId } = await player();
      await database.transaction((trx) =>
        transferIdentity(trx, { ...proof.identity, scope: call.scope }, { game, accountId, notifyIdentityChange }),
      );
    },
    changeConnection: async (game, change) => {
      const { accountId } = await player();
      await changeConnection({ database, sealer }, { accountId, game, service }, change);
    },
  };
}

const keepMinutes = 10;
// Longer than the slowest change: exchange and validation with their timeouts.
const busySeconds = 45;
const purpose = 'service connection';

interface Key {
  readonly accountId: string;
  readonly game: string;
  readonly service: string;
}

async function connectionOf(trx: Transaction<Tables>, accountId: string, game: string) {
  return trx
    .selectFrom('connected_games')
    .select('game_uid')
    .where('account_id', '=', accountId)
    .where('game', '=', game)
    .executeTakeFirst();
}

/** The service is called outside any transaction; a lease in the row excludes concurrent changes. */
async function changeConnection(
  { database, sealer }: Pick<IdentityToolsDeps, 'database' | 'sealer'>,
  key: Key,
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
    await database.kysely
      .insertInto('service_connections')
      .values({
        account_id: key.accountId,
        game: key.game,
        service: key.service,
        external_id: next.externalId,
        sealed,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'game', 'service'])
          .doUpdateSet({ external_id: next.externalId, sealed, busy_until: null, updated_at: sql`now()` }),
      )
      .execute();
  } catch (error) {
    await release(database, key);
    if (isUniqueViolation(error)) throw new Problem('IdentityTaken');
    throw error;
  }
}

async function lease(database: Database, sealer: Sealer, key: Key): Promise<StoredConnection | undefined> {
  return database.transaction(async (trx) => {
    if (!(await connectionOf(trx, key.accountId, key.game)))
      throw new Problem('GameNotConnected', undefined, { param: key.game });
    const row = await trx
      .selectFrom('service_connections')
      .select(['external_id', 'sealed', sql<boolean>`busy_until > now()`.as('is_busy')])
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
    // We wrote these secrets ourselves, so the cast is safe.
    const secrets = JSON.parse(sealer.unseal(purpose, row.sealed)) as StoredConnection['secrets'];
    return { externalId: row.external_id, secrets };
  });
}

async function release(database: Database, key: Key): Promise<void> {
  await database.kysely
    .updateTable('service_connections')
    .set({ busy_until: null })
    .where('account_id', '=', key.accountId)
    .where('game', '=', key.game)
    .where('service', '=', key.service)
    .execute();
}
