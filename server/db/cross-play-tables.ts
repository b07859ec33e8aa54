import type { Generated, JSONColumnType } from 'kysely';
import type { DeliveredProduct } from './money-tables.ts';

export interface CrossPlayTables {
  event_rules: EventFilterColumns & { rule_id: string; game: string; position: Generated<number> };
  in_game_events: InGameEventRow;
  quests: EventFilterColumns & {
    quest_id: string;
    game: string;
    position: Generated<number>;
    titles: JSONColumnType<Record<string, string>>;
    adds: Generated<'one' | 'value'>;
    goal: number;
    is_active: Generated<boolean>;
    reported_by: Generated<'page' | 'server'>;
    reward: JSONColumnType<QuestRewardColumn | null, string | null | undefined, string | null>;
    achievement: string | null;
  };
  quest_rewards: {
    account_id: string;
    quest_id: string;
    game: string;
    products: JSONColumnType<DeliveredProduct[]>;
    delivery_id: string | null;
    created_at: Generated<Date>;
  };
  quest_progress: { account_id: string; quest_id: string; progress: number; updated_at: Generated<Date> };
  shared_games: { game: string; shown_to: string };
}

export interface QuestRewardColumn {
  readonly game: string;
  readonly products: readonly { readonly sku: string; readonly count: number }[];
}

interface EventFilterColumns {
  code: string;
  filter1: string | null;
  filter2: string | null;
  filter3: string | null;
}

interface InGameEventRow {
  account_id: string;
  event_id: string;
  game: string;
  code: string;
  value: number | null;
  p1: string | null;
  p2: string | null;
  p3: string | null;
  created_at: Generated<Date>;
}
