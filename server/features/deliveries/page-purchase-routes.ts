import { Problem } from '#model/problem.ts';
import { createGamesReader } from '#server/features/games/read-games.ts';
import type { OrdersModule } from '#server/features/orders/create-orders-module.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { consumePagePurchase, listPagePurchases } from './page-purchases.ts';

export function createPagePurchaseRoutes(deps: OrdersModule['deps']): AreaHandlers<'pagePurchases'> {
  const { requireGame } = createGamesReader(deps.database);
  const requirePageGame = async (game: string): Promise<void> => {
    const { config } = await requireGame(game);
    if (config.PurchasesIn !== 'Page') throw new Problem('NotConfigured', "The game's page gets no purchases.");
  };
  return {
    list: async ({ session: { accountId }, body: { Game } }) => {
      await requirePageGame(Game);
      return { Purchases: await listPagePurchases(deps, { accountId, game: Game }) };
    },
    consume: async ({ session: { accountId }, body: { Game, PurchaseId } }) => {
      await requirePageGame(Game);
      const result = await consumePagePurchase(deps, { accountId, game: Game }, PurchaseId);
      if (!result) throw new Problem('NotFound', 'The player has no such purchase in this game.');
      return { Consumed: result.isFirst };
    },
  };
}
