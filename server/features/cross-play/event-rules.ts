// A game's event rules and quests. They are read for every event, so that all nodes filter alike.
import type { Kysely } from 'kysely';
import {
  createEventFilter,
  createEventRuleMatcher,
  type EventFilter,
  type EventFilterRule,
} from '#model/event-filter.ts';
import type { QuestRewardColumn } from '#server/db/cross-play-tables.ts';
import type { Tables } from '#server/db/tables.ts';

export const maxEventRules = 200;

export interface ActiveQuest {
  readonly questId: string;
  readonly adds: 'one' | 'value';
  readonly goal: number;
  readonly reward: QuestRewardColumn | null;
  /** The code of the achievement that it unlocks. */
  readonly achievement: string | null;
  readonly matches: EventFilter;
}

/** Who reports an event: the game in the player's browser, which players can forge, or the game's server. */
export type EventReporter = 'page' | 'server';

/** The rules that decide which of a game's events pages send. Events of quests are always included. */
export async function readPageEventRules(db: Kysely<Tables>, game: string): Promise<EventFilterRule[]> {
  const rules = await readEventRules(db, game);
  // Without rules all events are wanted, so quests need no rules.
  if (rules.length === 0) return [];
  const quests = await db
    .selectFrom('quests')
    .select(['code', 'filter1', 'filter2', 'filter3'])
    .where('game', '=', game)
    .where('is_active', 'is', true)
    .where('reported_by', '=', 'page')
    .orderBy('quest_id')
    .limit(maxEventRules)
    .execute();
  return [...rules, ...quests.map(toRule)];
}

export async function readEventRules(db: Kysely<Tables>, game: string): Promise<EventFilterRule[]> {
  const rows = await db
    .selectFrom('event_rules')
    .select(['code', 'filter1', 'filter2', 'filter3'])
    .where('game', '=', game)
    .orderBy('position')
    .orderBy('rule_id')
    .limit(maxEventRules)
    .execute();
  return rows.map(toRule);
}

/** The active quests that count this event from this reporter. */
export async function readActiveQuests(
  db: Kysely<Tables>,
  { game, code, reporter }: { game: string; code: string; reporter: EventReporter },
): Promise<ActiveQuest[]> {
  const rows = await db
    .selectFrom('quests')
    .select(['quest_id', 'adds', 'goal', 'reward', 'achievement', 'code', 'filter1', 'filter2', 'filter3'])
    .where('game', '=', game)
    .where('code', '=', code)
    .where('is_active', 'is', true)
    .$if(reporter === 'page', (counting) => counting.where('reported_by', '=', 'page'))
    .orderBy('quest_id')
    .limit(maxEventRules)
    .execute();
  return rows.map((row) => ({
    questId: row.quest_id,
    adds: row.adds,
    goal: row.goal,
    reward: row.reward,
    achievement: row.achievement,
    matches: remembered(matchers, toRule(row), createEventRuleMatcher),
  }));
}

export const compileEventFilter = (rules: EventFilterRule[]): EventFilter =>
  remembered(filters, rules, createEventFilter);

const filters = new Map<string, EventFilter>();
const matchers = new Map<string, EventFilter>();
const maxRemembered = 1000;

function remembered<Of>(known: Map<string, EventFilter>, of: Of, create: (of: Of) => EventFilter): EventFilter {
  const key = JSON.stringify(of);
  const filter = known.get(key) ?? create(of);
  // Reinserting moves the entry to the end, so the least recently used is evicted first.
  known.delete(key);
  known.set(key, filter);
  const [oldest] = known.keys();
  if (known.size > maxRemembered && oldest !== undefined) known.delete(oldest);
  return filter;
}

interface FilterRow {
  readonly code: string;
  readonly filter1: string | null;
  readonly filter2: string | null;
  readonly filter3: string | null;
}

function toRule({ code, filter1, filter2, filter3 }: FilterRow): EventFilterRule {
  return {
    Code: code,
    ...(filter1 !== null && { Filter1: filter1 }),
    ...(filter2 !== null && { Filter2: filter2 }),
    ...(filter3 !== null && { Filter3: filter3 }),
  };
}
