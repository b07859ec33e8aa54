import { sql, type Kysely } from 'kysely';
import { chooseLocalizedText, toLocale, type Locale } from '#model/locale.ts';
import type { Quest } from '#model/quest.ts';
import type { QuestRewardColumn } from '#server/db/cross-play-tables.ts';
import type { Tables } from '#server/db/tables.ts';

const maxQuests = 500;

/**
 * An account's active quests with progress and reward: those of its games, of one game, or those with the given ids.
 */
export async function readQuests(
  db: Kysely<Tables>,
  accountId: string,
  only: {
    readonly game?: string | undefined;
    readonly questIds?: readonly string[];
    /** Default: the account's language. */
    readonly locale?: Locale | undefined;
  },
): Promise<Quest[]> {
  const { game, questIds } = only;
  if (questIds?.length === 0) return [];
  const rows = await db
    .selectFrom('accounts')
    .innerJoin('quests', (join) => join.onTrue())
    .innerJoin('games', 'games.game', 'quests.game')
    .leftJoin('quest_progress', (join) =>
      join
        .onRef('quest_progress.quest_id', '=', 'quests.quest_id')
        .onRef('quest_progress.account_id', '=', 'accounts.account_id'),
    )
    .leftJoin('quest_rewards', (join) =>
      join
        .onRef('quest_rewards.quest_id', '=', 'quests.quest_id')
        .onRef('quest_rewards.account_id', '=', 'accounts.account_id'),
    )
    .leftJoin('deliveries', 'deliveries.delivery_id', 'quest_rewards.delivery_id')
    .select(['accounts.locale', 'quests.quest_id', 'quests.game', 'quests.titles', 'quests.goal', 'quests.reward'])
    .select(['quest_rewards.quest_id as rewarded', 'deliveries.state as delivery'])
    .select(sql<number>`least(coalesce(quest_progress.progress, 0), quests.goal)`.as('progress'))
    .where('accounts.account_id', '=', accountId)
    .where('games.published', 'is', true)
    .where('quests.is_active', 'is', true)
    .$if(game !== undefined, (quests) => quests.where('quests.game', '=', game ?? ''))
    .$if(questIds !== undefined, (quests) => quests.where('quests.quest_id', 'in', questIds ?? []))
    .$if(questIds === undefined && game === undefined, (quests) =>
      quests.where((eb) =>
        eb.exists(
          eb
            .selectFrom('connected_games')
            .select('game_uid')
            .whereRef('connected_games.account_id', '=', 'accounts.account_id')
            .whereRef('connected_games.game', '=', 'quests.game'),
        ),
      ),
    )
    .orderBy('games.position')
    .orderBy('quests.game')
    .orderBy('quests.position')
    .orderBy('quests.quest_id')
    .limit(maxQuests)
    .execute();
  const names = await readProductNames(
    db,
    rows.flatMap(({ reward }) => reward ?? []),
  );
  return rows.map((row) => {
    const locale = only.locale ?? toLocale(row.locale);
    return {
      Id: row.quest_id,
      Game: row.game,
      Title: chooseLocalizedText(row.titles, locale).slice(0, 200),
      Progress: row.progress,
      Goal: row.goal,
      Done: row.progress >= row.goal,
      ...(row.reward && {
        Reward: {
          Game: row.reward.game,
          Products: describeProducts(row.reward, names, locale),
          State: describeState(row.rewarded !== null, row.delivery),
        },
      }),
    };
  });
}

type ProductNames = ReadonlyMap<string, Readonly<Record<string, string>>>;
const keyOf = (game: string, sku: string): string => `${game} ${sku}`;

async function readProductNames(db: Kysely<Tables>, rewards: readonly QuestRewardColumn[]): Promise<ProductNames> {
  const wanted = rewards.flatMap(({ game, products }) => products.map(({ sku }) => ({ game, sku })));
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<{ game: string; sku: string; names: Record<string, string> }>`
    select game, sku, names from products
    where (game, sku) in (select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w(game text, sku text))
  `.execute(db);
  return new Map(rows.map(({ game, sku, names }) => [keyOf(game, sku), names]));
}

const describeProducts = ({ game, products }: QuestRewardColumn, names: ProductNames, locale: Locale) =>
  products.map(({ sku, count }) => ({
    Sku: sku,
    // Without a product of that name, its sku is all there is to show.
    Name: (chooseLocalizedText(names.get(keyOf(game, sku)) ?? {}, locale) || sku).slice(0, 200),
    Count: count,
  }));

function describeState(isGranted: boolean, delivery: string | null) {
  if (!isGranted) return 'Locked';
  if (delivery === null) return 'Waiting';
  return delivery === 'acknowledged' ? 'Received' : 'Sent';
}
