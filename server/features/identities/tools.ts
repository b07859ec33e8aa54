// What the core does for the own calls of an identity: sign in, keep a proof for later, transfer a game's progress, and keep
// what a service needs for a player, sealed.
import type { Proof } from '#model/proof.ts';
import type { Connection, Tools } from '#identities/port.server.ts';
import { Problem } from '#model/problem.ts';
import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Session } from '#server/features/sessions/sessions.ts';
import { ownerOf, type SignIn } from '#server/features/signin/sign-in.ts';
import type { Caller } from '#server/http/caller.ts';
import { newToken, tokenHashOf } from '#server/secrets/one-time-token.ts';
import type { Sealer } from '#server/secrets/sealer.ts';
import { provedOr } from './identity-hosts.ts';

export interface ToolsDeps {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly signIn: SignIn;
}

/** The tools for one call of one service. */
export function createTools(
  { database, sealer, signIn }: ToolsDeps,
  service: string,
  call: { readonly caller: Caller; readonly session: () => Promise<Session | undefined> },
): Tools {
  const { kysely } = database;
  const player = async (): Promise<Session> => {
    const session = await call.session();
    if (!session) throw new Problem('Unauthenticated');
    return session;
  };
  return {
    signIn: async (verdict, options = {}) =>
      signIn(provedOr(verdict), {
        caller: call.caller,
        session: await call.session(),
        marketingEnabled: options.marketingEnabled,
      }),
    keepProof: async (proof, game) => {
      const { token, tokenHash } = newToken('fxp_');
      await kysely
        .insertInto('kept_proofs')
        .values({
          token_hash: tokenHash,
          purpose: 'transfer',
          identities: JSON.stringify(proof.identities),
          game,
          expires_at: sql<Date>`now() + make_interval(mins => ${keepMinutes})`,
        })
        .execute();
      return token;
    },
    takeProof: async (token, game) => {
      const tokenHash = tokenHashOf('fxp_', token);
      const row =
        tokenHash &&
        (await kysely
          .updateTable('kept_proofs')
          .set({ consumed_at: sql`now()` })
          .where('token_hash', '=', tokenHash)
          .where('purpose', '=', 'transfer')
          .where('game', '=', game)
          .where('consumed_at', 'is', null)
          .where('expires_at', '>', sql<Date>`now()`)
          .returning('identities')
          .executeTakeFirst());
      const [first, ...others] = row?.identities ?? [];
      if (!first) throw new Problem('TokenExpiredOrUsed');
      return { identities: [first, ...others] };
    },
    canTransfer: (proof, game) =>
      database.transaction(async (trx) => {
        const owner = await ownerOf(trx, proof);
        return owner !== undefined && (await connectionOf(trx, owner, game)) !== undefined;
      }),
    transfer: async (proof, game) => {
      const { accountId } = await player();
      await database.transaction((trx) => transfer(trx, proof, game, accountId));
    },
    changeConnection: async (game, change) => {
      const { accountId } = await player();
      await changeConnection({ database, sealer }, { accountId, game, service }, change);
    },
  };
}

const keepMinutes = 10;
// Longer than the longest outgoing calls of a change: exchange, validation and their time-outs.
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

/** Moves the identity, and the game of the account that had it, unless the new account plays that game already. */
async function transfer(
  trx: Transaction<Tables>,
  proof: Pick<Proof, 'identities'>,
  game: string,
  accountId: string,
): Promise<void> {
  const owner = await ownerOf(trx, proof);
  const own = await connectionOf(trx, accountId, game);
  if (owner !== undefined && owner !== accountId) {
    if (own && (await connectionOf(trx, owner, game)))
      throw new Problem('IdentityTaken', 'Both accounts play this game. Merge the accounts instead.');
    await trx
      .updateTable('connected_games')
      .set({ account_id: accountId })
      .where('account_id', '=', owner)
      .where('game', '=', game)
      .execute();
  }
  for (const { type, externalId } of proof.identities) {
    await trx
      .insertInto('social_identities')
      .values({ type, external_id: externalId, account_id: accountId })
      .onConflict((conflict) => conflict.columns(['type', 'external_id']).doUpdateSet({ account_id: accountId }))
      .execute();
  }
}

/** The call to the service lies outside any transaction: a lease in the row keeps others away meanwhile. */
async function changeConnection(
  { database, sealer }: Pick<ToolsDeps, 'database' | 'sealer'>,
  key: Key,
  change: (kept: Connection | undefined) => Promise<Connection | undefined>,
): Promise<void> {
  const kept = await lease(database, sealer, key);
  let next: Connection | undefined;
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
          .doUpdateSet({ external_id: next.externalId, sealed, busy_until: null, updated_at: new Date() }),
      )
      .execute();
  } catch (error) {
    await release(database, key);
    if ((error as { code?: string }).code === '23505') throw new Problem('IdentityTaken');
    throw error;
  }
}

async function lease(database: Database, sealer: Sealer, key: Key): Promise<Connection | undefined> {
  return database.transaction(async (trx) => {
    if (!(await connectionOf(trx, key.accountId, key.game))) throw new Problem('GameNotConnected');
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
    // We have written these secrets ourselves.
    const secrets = JSON.parse(sealer.unseal(purpose, row.sealed)) as Connection['secrets'];
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
