// The tools that the core gives an identity's own API calls: sign in, keep a proof, transfer a game's progress, and
// store a service's secrets encrypted.
import type { IdentityTools } from '#identities/port.server.ts';
import { Problem } from '#model/problem.ts';
import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Session } from '#server/features/sessions/sessions.ts';
import { findIdentityOwner, type IdentityScope } from '#server/features/sign-in/scoped-identities.ts';
import type { SignIn } from '#server/features/sign-in/sign-in.ts';
import type { NotifyIdentityChange } from '#server/features/sign-in/notify-identity-change.ts';
import type { Caller } from '#server/http/caller.ts';
import { createToken, hashToken } from '#server/secrets/one-time-token.ts';
import type { Sealer } from '#server/secrets/sealer.ts';
import { requireProof } from './identity-hosts.ts';
import { changeServiceConnection, readServiceConnection } from './service-connections.ts';
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
    /** The game whose key the caller has. */
    readonly game?: string | undefined;
  },
): IdentityTools {
  const { kysely } = database;
  const player = async (): Promise<Session> => {
    const session = await call.session();
    if (!session) throw new Problem('Unauthenticated');
    return session;
  };
  const findPlayerOfGame = async (gameUid: string): Promise<{ accountId: string; game: string }> => {
    if (call.game === undefined) throw new Problem('Unauthenticated');
    const row = await kysely
      .selectFrom('connected_games')
      .select(['account_id as accountId', 'game'])
      .where('game', '=', call.game)
      .where('game_uid', '=', gameUid)
      .executeTakeFirst();
    if (!row) throw new Problem('GameNotConnected', 'The game has no player with this GameUid.');
    return row;
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
      await changeServiceConnection({ database, sealer }, { accountId, game, service }, change);
    },
    findPlayerConnection: async (gameUid) =>
      readServiceConnection({ database, sealer }, { ...(await findPlayerOfGame(gameUid)), service }),
    changePlayerConnection: async (gameUid, change) =>
      changeServiceConnection({ database, sealer }, { ...(await findPlayerOfGame(gameUid)), service }, change),
  };
}

const keepMinutes = 10;

async function connectionOf(trx: Transaction<Tables>, accountId: string, game: string) {
  return trx
    .selectFrom('connected_games')
    .select('game_uid')
    .where('account_id', '=', accountId)
    .where('game', '=', game)
    .executeTakeFirst();
}
