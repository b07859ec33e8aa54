// Reads what an order depends on, in one round trip.
import { hash } from 'node:crypto';
import { toLocale, type Locale } from '#model/locale.ts';
import type { Database } from '#server/db/database.ts';
import { compileStatement, defineStatement } from '#server/db/define-statement.ts';
import { buildMustAcceptSql } from '#server/features/documents/unaccepted-documents.ts';
import { createGamesReader } from '#server/features/games/read-games.ts';
import { buildProductsStatement, type CatalogueRow } from '#server/features/store/catalogue-statement.ts';

export interface OrderContext {
  /** Undefined: the account is gone. */
  readonly buyer: Buyer | undefined;
  /** Prices are from the database each time; only the game's configuration may be cached. */
  readonly catalogue: CatalogueRow | undefined;
  readonly keyHash: Buffer | undefined;
}

export interface Buyer {
  readonly name: string;
  /** Language of the provider's page and of the reply, unless the request sets another. */
  readonly locale: Locale;
  readonly game_uid: string | null;
  readonly has_order: boolean;
  readonly must_accept: boolean;
}

export type ReadOrderContext = (request: {
  readonly accountId: string;
  readonly game: string;
  readonly sku: string;
  readonly idempotencyKey?: string | undefined;
}) => Promise<OrderContext>;

export function createOrderContextReader(database: Database): ReadOrderContext {
  const readBuyer = database.prepareRead(buyerStatement);
  const readProduct = database.prepareRead(
    compileStatement(({ game, sku }: { game: string; sku: string }) =>
      buildProductsStatement(database.kysely, game, sku),
    ),
  );
  const { readGame } = createGamesReader(database);
  return async ({ accountId, game, sku, idempotencyKey }) => {
    const keyHash = idempotencyKey === undefined ? undefined : hashKey(accountId, idempotencyKey);
    const [[buyer], [product], stored] = await Promise.all([
      readBuyer({ accountId, game, keyHash: keyHash ?? null }),
      readProduct({ game, sku }),
      readGame(game),
    ]);
    return {
      buyer: buyer && { ...buyer, locale: toLocale(buyer.locale) },
      catalogue: product && stored && { ...product, config: stored.config },
      keyHash,
    };
  };
}

/** A key counts only for its account, even after a merge. */
const hashKey = (accountId: string, key: string): Buffer => hash('sha256', `${accountId} ${key}`, 'buffer');

const buyerStatement = defineStatement<
  { accountId: string; game: string; keyHash: Buffer | null },
  Omit<Buyer, 'locale'> & { readonly locale: string }
>(
  ({ accountId, game, keyHash }) => `
  select a.name, a.locale, c.game_uid,
    exists (select from orders where idempotency_hash = ${keyHash}) as has_order,
    ${buildMustAcceptSql('a.account_id', game)} as must_accept
  from accounts a left join connected_games c on c.account_id = a.account_id and c.game = ${game}
  where a.account_id = ${accountId}`,
);
