// Rewards of completed quests. A player gets each once. The game's server gets it as a delivery as soon as the player
// plays that game; until then it waits.
import { sql, type Transaction } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { DeliveredProduct } from '#server/db/money-tables.ts';
import type { QuestRewardColumn } from '#server/db/cross-play-tables.ts';
import type { Tables } from '#server/db/tables.ts';
import { addRewardDelivery } from '#server/features/deliveries/add-reward-delivery.ts';

export async function grantReward(
  trx: Transaction<Tables>,
  { accountId, questId, reward }: { accountId: string; questId: string; reward: QuestRewardColumn },
  now: Date,
): Promise<void> {
  const products = await resolveProducts(trx, reward);
  const granted = await trx
    .insertInto('quest_rewards')
    .values({ account_id: accountId, quest_id: questId, game: reward.game, products: JSON.stringify(products) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('quest_id')
    .executeTakeFirst();
  if (!granted) return;
  const player = await trx
    .selectFrom('connected_games')
    .select('game_uid')
    .where('account_id', '=', accountId)
    .where('game', '=', reward.game)
    .executeTakeFirst();
  if (player) await deliver(trx, { accountId, questId, game: reward.game, gameUid: player.game_uid, products }, now);
}

/** Delivers rewards whose players have begun to play the reward's game since. Returns how many. */
export async function deliverWaitingRewards(database: Database, now: () => Date): Promise<number> {
  let delivered = 0;
  for (;;) {
    const found = await database.transaction(async (trx) => {
      const rows = await trx
        .selectFrom('quest_rewards')
        .innerJoin('connected_games', (join) =>
          join
            .onRef('connected_games.account_id', '=', 'quest_rewards.account_id')
            .onRef('connected_games.game', '=', 'quest_rewards.game'),
        )
        .select(['quest_rewards.account_id', 'quest_id', 'quest_rewards.game', 'game_uid', 'products'])
        .where('delivery_id', 'is', null)
        .orderBy('created_at')
        .limit(maxAtOnce)
        .forUpdate('quest_rewards')
        .skipLocked()
        .execute();
      for (const { account_id: accountId, quest_id: questId, game, game_uid: gameUid, products } of rows)
        await deliver(trx, { accountId, questId, game, gameUid, products }, now());
      return rows.length;
    });
    delivered += found;
    if (found < maxAtOnce) return delivered;
  }
}

const maxAtOnce = 100;

interface GrantedReward {
  readonly accountId: string;
  readonly questId: string;
  readonly game: string;
  readonly gameUid: string;
  readonly products: readonly DeliveredProduct[];
}

async function deliver(
  trx: Transaction<Tables>,
  { accountId, questId, game, gameUid, products }: GrantedReward,
  now: Date,
): Promise<void> {
  const delivery_id = await addRewardDelivery(
    trx,
    { quest_id: questId, account_id: accountId, game, game_uid: gameUid, products },
    now,
  );
  await trx
    .updateTable('quest_rewards')
    .set({ delivery_id })
    .where('account_id', '=', accountId)
    .where('quest_id', '=', questId)
    .execute();
}

/** The same quantities, payloads and included products as if the player had bought the products. */
async function resolveProducts(trx: Transaction<Tables>, reward: QuestRewardColumn): Promise<DeliveredProduct[]> {
  const { rows } = await sql<{ sku: string; quantity: number; payload: string | null; additional_skus: string[] }>`
    with wanted as (select sku from jsonb_to_recordset(${JSON.stringify(reward.products)}::jsonb) as w(sku text))
    select sku, quantity, payload, additional_skus from products
    where game = ${reward.game} and (
      sku in (select sku from wanted)
      or sku in (
        select unnest(additional_skus) from products
        where game = ${reward.game} and sku in (select sku from wanted)
      )
    )`.execute(trx);
  const describe = (sku: string, count: number): DeliveredProduct => {
    const product = rows.find((row) => row.sku === sku);
    const quantity = (product?.quantity ?? 1) * count;
    return { sku, quantity, ...(product && product.payload !== null && { payload: product.payload }) };
  };
  return reward.products.flatMap(({ sku, count }) =>
    [sku, ...(rows.find((row) => row.sku === sku)?.additional_skus ?? [])].map((each) => describe(each, count)),
  );
}
