// The catalogue's calls: what is on offer, whether there is a store at all, and whether the game would deliver.
import type { Database } from '#server/db/database.ts';
import { unknownGame } from '#server/db/require-game.ts';
import type { AreaHandlers } from '#server/http/implement.ts';
import type { AskDryRun } from './ask-dry-run.ts';
import { buyerCountry } from './buyer-country.ts';
import type { CatalogueRow } from './catalogue-statement.ts';
import { checkProducts } from './check-products.ts';
import { offersTo, productLister } from './list-products.ts';
import { isStoreOpen } from './open-stores.ts';
import { catalogueReader } from './read-catalogue.ts';
import { saleOn } from './sale-on.ts';

export interface CatalogueDeps {
  readonly database: Database;
  readonly gamesUrl: string;
  readonly now: () => Date;
  /** The full address of a page of the portal, such as `Store/gem-miner`. */
  readonly pageAddress: (page: string) => string;
  readonly askDryRun: AskDryRun;
  /** Whether a platform that takes money itself can do so for a game. */
  readonly takesMoney: (platform: string, game: string) => Promise<boolean>;
}

type CatalogueCall = 'storeData' | 'storeAvailability' | 'checkBuyProducts';

export function catalogueRoutes(deps: CatalogueDeps): Pick<AreaHandlers<'store'>, CatalogueCall> {
  const { database, gamesUrl, now, pageAddress, askDryRun, takesMoney } = deps;
  const read = catalogueReader(database, now);
  const listProducts = productLister(gamesUrl);
  const known = async (game: string): Promise<CatalogueRow> => {
    const catalogue = await read(game);
    if (!catalogue) throw unknownGame(game);
    return catalogue;
  };
  return {
    storeData: async ({ body, caller }) => {
      const from = caller();
      return listProducts(await known(body.Game), {
        currency: body.Currency,
        country: buyerCountry(from, body.Country),
        locale: body.Locale,
        fallback: from.locale,
        skus: body.ProductsSku,
        platform: body.WebPublishingPlatform,
        platformPrices: body.StoreAdditionalData?.Catalog,
      });
    },
    storeAvailability: async ({ body, caller }) => {
      const catalogue = await known(body.Game);
      const country = buyerCountry(caller(), body.Country);
      const platform = body.WebPublishingPlatform;
      const { by, unit: currency } = saleOn(platform);
      // There is no page of ours where a platform takes the money.
      if (platform !== undefined && by !== 'portal')
        return {
          Available: offersTo(catalogue, { currency, country }).length > 0 && (await takesMoney(platform, body.Game)),
        };
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
      const asked = {
        accountId: session.accountId,
        gameUid: connection?.game_uid,
        skus: body.ProductsSku,
        country: caller().country,
        currency: saleOn(body.WebPublishingPlatform).unit,
      };
      return { Products: await checkProducts(catalogue, asked, askDryRun) };
    },
  };
}
