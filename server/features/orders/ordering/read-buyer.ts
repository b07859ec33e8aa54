import { hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { toLocale, type Locale } from '#model/locale.ts';
import { defineStatement } from '#server/db/define-statement.ts';
import type { Tables } from '#server/db/tables.ts';
import { buildMustAcceptSql } from '#server/features/documents/unaccepted-documents.ts';

export interface Buyer {
  readonly name: string;
  readonly email: string | null;
  /** Language of the provider's page and of the reply, unless the request sets another. */
  readonly locale: Locale;
  readonly game_uid: string | null;
  readonly has_order: boolean;
  readonly must_accept: boolean;
  readonly keyHash: Buffer | undefined;
}

interface BuyerRequest {
  readonly accountId: string;
  readonly game: string;
  readonly idempotencyKey?: string | undefined;
}

export async function readBuyer(db: Kysely<Tables>, request: BuyerRequest): Promise<Buyer | undefined> {
  const { accountId, game } = request;
  const keyHash = hashKey(request);
  const [buyer] = await readBuyerRow(db, { accountId, game, keyHash: keyHash ?? null });
  return buyer && { ...buyer, locale: toLocale(buyer.locale), keyHash };
}

/** A key counts only for its account, even after a merge. */
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
    ${buildMustAcceptSql('a.account_id', game)} as must_accept
  from accounts a left join connected_games c on c.account_id = a.account_id and c.game = ${game}
  where a.account_id = ${accountId}`,
);
