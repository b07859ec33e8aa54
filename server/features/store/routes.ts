// The catalogue's API calls: the products, whether a store exists, and whether the game would deliver.
import type { Database } from '#server/db/database.ts';
import { buildUnknownGameProblem } from '#server/db/require-game.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import type { RequestDryRun } from './request-dry-run.ts';
import { chooseBuyerCountry } from './buyer-country.ts';
import type { CatalogueRow } from './catalogue-statement.ts';
import { checkBuyProducts } from './check-products.ts';
import { listPricedProducts, createProductLister } from './list-products.ts';
import { isStoreOpen } from './open-stores.ts';
import { createCurrencyCheck } from './payable-currencies.ts';
import type { ReadCatalogue } from './read-catalogue.ts';
import { findPlatformPaymentParameters } from './platform-payment-parameters.ts';
import { findPlatformSaleTerms } from './platform-sale-terms.ts';

export interface CatalogueDeps {
  readonly database: Database;
  readonly readCatalogue: ReadCatalogue;
  readonly gamesUrl: string;
  readonly basePath: string;
  readonly pageAddress: (page: string) => string;
  readonly requestDryRun: RequestDryRun;
  readonly resolveHandler: (sale: {
    readonly platform: string;
    readonly game: string;
    readonly country: string | undefined;
    readonly request: object | undefined;
  }) => Promise<'portal' | 'platform' | undefined>;
}

type CatalogueCall = 'storeData' | 'storeAvailability' | 'checkBuyProducts';

export function createCatalogueRoutes(deps: CatalogueDeps): Pick<AreaHandlers<'store'>, CatalogueCall> {
  const { database, readCatalogue, gamesUrl, basePath, pageAddress, requestDryRun, resolveHandler } = deps;
  const listProducts = createProductLister({ gamesUrl, basePath });
  const known = async (game: string): Promise<CatalogueRow> => {
    const catalogue = await readCatalogue(game);
    if (!catalogue) throw buildUnknownGameProblem(game);
    return catalogue;
  };
  const isOnlyCurrency = async (platform: string | undefined, game: string, country: string | undefined) =>
    platform !== undefined &&
    findPlatformSaleTerms(platform).isBuyerCurrency === true &&
    (await resolveHandler({ platform, game, country, request: undefined })) === 'platform';
  return {
    storeData: async ({ body, caller }) => {
      const from = caller();
      const country = chooseBuyerCountry(from, body.Country);
      const catalogue = await known(body.Game);
      return listProducts(catalogue, {
        currency: body.Currency,
        isOnly: await isOnlyCurrency(body.WebPublishingPlatform, body.Game, country),
        country,
        locale: body.Locale,
        fallback: from.locale,
        skus: body.ProductsSku,
        platform: body.WebPublishingPlatform,
        platformPrices: body.StoreAdditionalData?.Catalog,
      });
    },
    storeAvailability: async ({ body, caller }) => {
      const catalogue = await known(body.Game);
      const country = chooseBuyerCountry(caller(), body.Country);
      const platform = body.WebPublishingPlatform;
      const { by, unit: currency } = findPlatformSaleTerms(platform);
      const isOnly = currency !== undefined;
      // The portal has no store page where the platform handles payments.
      if (platform !== undefined && by !== 'portal') {
        const request = findPlatformPaymentParameters(platform, body);
        const handler = await resolveHandler({ platform, game: body.Game, country, request });
        const isForSale =
          handler === 'portal'
            ? isStoreOpen(catalogue, country)
            : handler === 'platform' && listPricedProducts(catalogue, { currency, isOnly, country }).length > 0;
        return { Available: isForSale, ...(handler && by === 'per-purchase' && { TakenBy: handlerNames[handler] }) };
      }
      if (!isStoreOpen(catalogue, country)) return { Available: false };
      return { Available: true, StoreUrl: pageAddress(`Store/${catalogue.game}`) };
    },
    checkBuyProducts: async ({ body, session, caller }) => {
      const catalogue = await known(body.Game);
      const connection = await database.kysely
        .selectFrom('connected_games')
        .select('game_uid')
        .where('account_id', '=', session.accountId)
        .where('game', '=', body.Game)
        .executeTakeFirst();
      const { by, unit: currency } = findPlatformSaleTerms(body.WebPublishingPlatform);
      const asked = {
        accountId: session.accountId,
        gameUid: connection?.game_uid,
        skus: body.ProductsSku,
        country: caller().country,
        currency,
        isOnly: currency !== undefined,
        canPayIn: by === 'portal' ? createCurrencyCheck(catalogue.config.Store, body.WebPublishingPlatform) : undefined,
      };
      return { Products: await checkBuyProducts(catalogue, asked, requestDryRun) };
    },
  };
}

const handlerNames = { portal: 'Portal', platform: 'Platform' } as const;
