// Checks whether a game would deliver products to this player now. Most can always be delivered; for the others the
// game's server is asked. Without its response a product can't be bought, because the player might pay for nothing.
import type { Static } from 'typebox';
import type { storeRoutes } from '#contract/store.ts';
import type { RequestDryRun } from './request-dry-run.ts';
import type { CatalogueRow } from './catalogue-statement.ts';
import { choosePrice, type PriceContext } from './choose-price.ts';
import { listDryRunSkus } from './price-product.ts';

export interface CheckProductsParams extends PriceContext {
  readonly accountId: string;
  readonly gameUid: string | undefined;
  readonly skus: readonly string[];
}

type Answers = Static<typeof storeRoutes.checkBuyProducts.reply>['Products'];

export async function checkBuyProducts(
  catalogue: CatalogueRow,
  { accountId, gameUid, skus, ...buyer }: CheckProductsParams,
  requestDryRun: RequestDryRun,
): Promise<Answers> {
  const bySku = new Map(catalogue.products.map((product) => [product.sku, product]));
  const unique = [...new Set(skus)];
  const askedFor = (sku: string): string[] => {
    const product = bySku.get(sku);
    return product ? listDryRunSkus(product) : [];
  };
  const asking = [...new Set(unique.flatMap(askedFor))];
  const answers =
    asking.length === 0 || gameUid === undefined
      ? undefined
      : await requestDryRun(catalogue.game, { accountId, gameUid, skus: asking });
  return unique.map((sku) => {
    const product = bySku.get(sku);
    if (!product) return refused(sku, 'UnknownProduct');
    if (!choosePrice(product, buyer, catalogue.rates)) return refused(sku, 'NotForSale');
    const needed = askedFor(sku);
    if (needed.length === 0) return { Sku: sku, CanBuy: true };
    if (gameUid === undefined) return refused(sku, 'GameNotConnected');
    const missing = needed.find((each) => !answers?.get(each)?.canBuy);
    return missing === undefined
      ? { Sku: sku, CanBuy: true }
      : refused(sku, answers?.get(missing)?.reason ?? 'RefusedByGame');
  });
}

const refused = (Sku: string, Reason: string): Answers[number] => ({
  Sku,
  CanBuy: false,
  Reason: Reason.slice(0, 200),
});
