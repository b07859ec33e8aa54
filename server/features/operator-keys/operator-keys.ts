// Operators' API keys. `fxo_{id}_{secret}` in the Authorization header identifies the operator. The database stores
// only a hash.
import { hash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { expandPermissions, type Permission } from '#model/operator.ts';
import { isSameSignature } from '#model/is-same-signature.server.ts';
import type { Database } from '#server/db/database.ts';

/** A program that makes operators' calls. */
export interface KeyCaller {
  readonly kind: 'key';
  readonly id: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
  /** A key has no second factor. */
  readonly hasSteppedUp: true;
}

export interface OperatorKeys {
  find(authorization: string | undefined): Promise<KeyCaller | undefined>;
  /** The words are permissions or groups of them. */
  create(name: string, words: readonly string[]): Promise<string>;
  revoke(keyId: string): Promise<boolean>;
}

export function createOperatorKeys({ kysely }: Pick<Database, 'kysely'>): OperatorKeys {
  return {
    find: async (authorization) => {
      const { keyId, secret } = keyShape.exec(authorization ?? '')?.groups ?? {};
      if (keyId === undefined || secret === undefined) return undefined;
      const row = await kysely
        .selectFrom('operator_keys')
        .select(['key_id', 'name', 'scopes', 'secret_hash', isUsedAnew.as('is_used_anew')])
        .where('key_id', '=', keyId)
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      if (!row || !isSameSignature(hash('sha256', secret, 'buffer'), row.secret_hash)) return undefined;
      if (row.is_used_anew)
        await kysely
          .updateTable('operator_keys')
          .set({ last_used_at: sql`now()` })
          .where('key_id', '=', keyId)
          .where(isUsedAnew)
          .execute();
      return {
        kind: 'key',
        id: keyId,
        name: row.name,
        permissions: expandPermissions(row.scopes),
        hasSteppedUp: true,
      };
    },
    create: async (name, words) => {
      const keyId = randomBytes(8).toString('hex');
      const secret = randomBytes(32).toString('hex');
      await kysely
        .insertInto('operator_keys')
        .values({ key_id: keyId, name, scopes: [...words], secret_hash: hash('sha256', secret, 'buffer') })
        .execute();
      return `fxo_${keyId}_${secret}`;
    },
    revoke: async (keyId) => {
      const { numUpdatedRows } = await kysely
        .updateTable('operator_keys')
        .set({ revoked_at: sql`now()` })
        .where('key_id', '=', keyId)
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}

const keyShape = /^Bearer fxo_(?<keyId>[0-9a-f]{16})_(?<secret>[0-9a-f]{64})$/;

// At most once a minute, so that not every call writes.
const isUsedAnew = sql<boolean>`(last_used_at is null or last_used_at < now() - interval '1 minute')`;
