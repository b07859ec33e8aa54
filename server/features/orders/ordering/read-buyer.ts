import { hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { defineStatement } from '#server/db/define-statement.ts';
import type { Tables } from '#server/db/tables.ts';

/** What an order needs of its buyer's account. */
export interface Buyer {
  readonly name: string;
  readonly email: string | null;
  readonly locale: string;
  /** Null: not connected to the game yet. */
  readonly game_uid: string | null;
  /** Whether the caller's key has made an order already. */
  readonly has_order: boolean;
}

export interface BuyerWish {
  readonly accountId: string;
  readonly game: string;
  readonly idempotencyKey?: string | undefined;
}

/** All of it in one statement. Undefined: there is no such account. */
export async function readBuyer(db: Kysely<Tables>, wish: BuyerWish): Promise<Buyer | undefined> {
  return (await statement(db, wish.accountId, wish.game, idempotencyHash(wish) ?? null))[0];
}

/** A key means something for its account only, also after the account has become a part of another one. */
export function idempotencyHash({ accountId, idempotencyKey }: BuyerWish): Buffer | undefined {
  return idempotencyKey === undefined ? undefined : hash('sha256', `${accountId} ${idempotencyKey}`, 'buffer');
}

const statement = defineStatement<[accountId: string, game: string, keyHash: Buffer | null], Buyer>(`
  select a.name, a.email, a.locale, c.game_uid,
    exists (select from orders where idempotency_hash = $3) as has_order
  from accounts a left join connected_games c on c.account_id = a.account_id and c.game = $2
  where a.account_id = $1`);
