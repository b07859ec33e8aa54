// API keys of game servers. `fxk_{id}_{secret}` in the Authorization header identifies the game; the same secret signs
// game assertions. The database stores a hash and, encrypted, the signing key.
import { hash, randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { isSameSignature } from '#model/is-same-signature.server.ts';
import type { Database } from '#server/db/database.ts';
import { compileStatement } from '#server/db/define-statement.ts';
import { createReadCache, type ReadCacheDeps } from '#server/db/read-cache.ts';
import type { Tables } from '#server/db/tables.ts';
import type { RecordedChange } from '#server/features/audit-log/audit-log.ts';
import type { Sealer } from '#server/secrets/sealer.ts';

export interface GameKey {
  readonly keyId: string;
  readonly game: string;
  /** Whether an operator allows the game's server to import players. */
  readonly importAllowed: boolean;
}

export interface GameKeys {
  find(authorization: string | undefined): Promise<GameKey | undefined>;
  /** The key is returned only here. */
  create(game: string, change?: RecordedChange): Promise<string>;
  /** False if there is no such active key, or not of this game. */
  revoke(keyId: string, of?: RecordedChange & { readonly game?: string }): Promise<boolean>;
  /** Newest first. */
  secretsOf(game: string): Promise<{ readonly keyId: string; readonly secret: string }[]>;
}

export const buildGameKeyStatement = (db: Kysely<Tables>, keyId: string) =>
  db
    .selectFrom('game_keys')
    .innerJoin('games', 'games.game', 'game_keys.game')
    .select(['key_id', 'game_keys.game', 'secret_hash', 'import_allowed'])
    .where('key_id', '=', keyId)
    .where('revoked_at', 'is', null);

/** @param memory absent: every lookup asks the database */
export function createGameKeys(database: Database, sealer: Sealer, memory?: ReadCacheDeps): GameKeys {
  const { kysely } = database;
  const readKey = database.prepareRead(
    compileStatement(({ keyId }: { keyId: string }) => buildGameKeyStatement(kysely, keyId)),
  );
  const readFirst = async (keyId: string) => (await readKey({ keyId }))[0];
  const findKey = memory ? createReadCache({ name: 'game keys', topics: ['game-key'] }, memory, readFirst) : readFirst;
  return {
    find: async (authorization) => {
      const { keyId, secret } = keyShape.exec(authorization ?? '')?.groups ?? {};
      if (keyId === undefined || secret === undefined) return undefined;
      const row = await findKey(keyId);
      if (!row || !isSameSignature(hash('sha256', secret, 'buffer'), row.secret_hash)) return undefined;
      return { keyId: row.key_id, game: row.game, importAllowed: row.import_allowed };
    },
    create: (game, { record, reason } = {}) =>
      database.transaction(async (trx) => {
        const keyId = randomBytes(8).toString('hex');
        const secret = randomBytes(32).toString('hex');
        await trx
          .insertInto('game_keys')
          .values({
            key_id: keyId,
            game,
            secret_hash: hash('sha256', secret, 'buffer'),
            sealed_secret: sealer.seal(purpose, secret),
          })
          .execute();
        await record?.(trx, { object: { kind: 'game-key', id: keyId, game }, after: { IsActive: true }, reason });
        return `fxk_${keyId}_${secret}`;
      }),
    revoke: (keyId, { record, reason, game } = {}) =>
      database.transaction(async (trx) => {
        const revoked = await trx
          .updateTable('game_keys')
          .set({ revoked_at: sql`now()` })
          .where('key_id', '=', keyId)
          .where('revoked_at', 'is', null)
          .$if(game !== undefined, (query) => query.where('game', '=', game ?? ''))
          .returning('game')
          .executeTakeFirst();
        if (!revoked) return false;
        const object = { kind: 'game-key', id: keyId, game: revoked.game } as const;
        await record?.(trx, { object, before: { IsActive: true }, after: { IsActive: false }, reason });
        return true;
      }),
    secretsOf: async (game) => {
      const rows = await kysely
        .selectFrom('game_keys')
        .select(['key_id', 'sealed_secret'])
        .where('game', '=', game)
        .where('revoked_at', 'is', null)
        .orderBy('created_at', 'desc')
        .execute();
      return rows.map(({ key_id, sealed_secret }) => ({
        keyId: key_id,
        secret: sealer.unseal(purpose, sealed_secret),
      }));
    },
  };
}

const purpose = 'game key';
const keyShape = /^Bearer fxk_(?<keyId>[0-9a-f]{16})_(?<secret>[0-9a-f]{64})$/;
