import { hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { toLocale, type Locale } from '#model/locale.ts';
import { defineStatement } from '#server/db/define-statement.ts';
import type { Tables } from '#server/db/tables.ts';
import { mustAccept } from '#server/features/documents/unaccepted-documents.ts';

/** What an order needs of its buyer's account. */
export interface Buyer {
  readonly name: string;
  readonly email: string | null;
  /** What the provider's page and the reply are written in, unless another one is asked for. */
  readonly locale: Locale;
  /** Null: not connected to the game yet. */
  readonly game_uid: string | null;
  /** Whether the caller's key has made an order already. */
  readonly has_order: boolean;
  /** Whether there are documents that he has to accept first. */
  readonly must_accept: boolean;
  /** Of the caller's key, if he has one. */
  readonly keyHash: Buffer | undefined;
}

export interface BuyerRequest {
  readonly accountId: string;
  readonly game: string;
  readonly idempotencyKey?: string | undefined;
}

/** All of it in one statement. Undefined: there is no such account. */
export async function readBuyer(db: Kysely<Tables>, wish: BuyerRequest): Promise<Buyer | undefined> {
  const { accountId, game } = wish;
  const keyHash = hashKey(wish);
  const [buyer] = await readBuyerRow(db, { accountId, game, keyHash: keyHash ?? null });
  return buyer && { ...buyer, locale: toLocale(buyer.locale), keyHash };
}

/** A key means something for its account only, also after the account has become a part of another one. */
function hashKey({ accountId, idempotencyKey }: BuyerRequest): Buffer | undefined {
  return idempotencyKey === undefined ? undefined : hash('sha256', `${accountId} ${idempotencyKey}`, 'buffer');
}

const readBuyerRow = defineStatement<
  { accountId: string; game: string; keyHash: Buffer | null },
  Omit<Buyer, 'keyHash' | 'locale'> & { readonly locale: string }
>(
  ({ accountId, game, keyHash }) => `
  select a.name, a.email, a.locale, c.game_uid,
    exists (select from orders where idempotency_hash = ${keyHash}) as has_order,
    ${mustAccept('a.account_id', game)} as must_accept
  from accounts a left join connected_games c on c.account_id = a.account_id and c.game = ${game}
  where a.account_id = ${accountId}`,
);
