// The catalogue's calls: what is on offer, whether there is a store at all, and whether the game would deliver.
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import type { AskDryRun } from '#server/features/deliveries/ask-dry-run.ts';
import { checkSessionGame } from '#server/features/sessions/check-session-game.ts';
import type { AreaHandlers } from '#server/http/implement.ts';
import { buyerCountry } from './buyer-country.ts';
import type { CatalogueRow } from './catalogue-statement.ts';
import { checkProducts } from './check-products.ts';
import { offersTo, productLister } from './list-products.ts';
import { catalogueReader } from './read-catalogue.ts';

export interface CatalogueDeps {
  readonly database: Database;
  readonly gamesUrl: string;
  readonly now: () => Date;
  /** The full address of a page of the portal, such as `Store/gem-miner`. */
  readonly pageAddress: (page: string) => string;
  readonly askDryRun: AskDryRun;
}

type CatalogueCall = 'storeData' | 'storeAvailability' | 'checkBuyProducts';

export function catalogueRoutes(deps: CatalogueDeps): Pick<AreaHandlers<'store'>, CatalogueCall> {
  const { database, gamesUrl, now, pageAddress, askDryRun } = deps;
  const read = catalogueReader(database, now);
  const listProducts = productLister(gamesUrl);
  const known = async (game: string): Promise<CatalogueRow> => {
    const catalogue = await read(game);
    if (!catalogue) throw new Problem('UnknownGame', `No game is named ${game}.`);
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
        platformPrices: body.StoreAdditionalData?.Catalog,
      });
    },
    storeAvailability: async ({ body, caller }) => {
      const catalogue = await known(body.Game);
      const canPay = Object.values(catalogue.config.Store).includes(true);
      const offers = offersTo(catalogue, { country: buyerCountry(caller(), body.Country) });
      if (!canPay || offers.length === 0) return { Available: false };
      return { Available: true, StoreUrl: pageAddress(`Store/${catalogue.game}`) };
    },
    checkBuyProducts: async ({ body, session, caller }) => {
      checkSessionGame(session, body.Game);
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
      };
      return { Products: await checkProducts(catalogue, asked, askDryRun) };
    },
  };
}
