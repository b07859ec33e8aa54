import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import { readAchievementEntries } from '#server/features/achievements/stored-achievements.ts';
import type { BuildEntry, GameDocument, QuestEntry } from './game-document.ts';

export async function readGameDocument(db: Kysely<Tables>, game: string): Promise<GameDocument | undefined> {
  const [document] = await readGameDocuments(db, game);
  if (!document) return undefined;
  const builds = await db
    .selectFrom('builds')
    .selectAll()
    .where('game', '=', game)
    .orderBy('build_number', 'desc')
    .execute();
  return { ...document, Builds: builds.map(toBuild) };
}

/** @param only undefined: all games, sorted by name */
export async function readGameDocuments(db: Kysely<Tables>, only?: string): Promise<Omit<GameDocument, 'Builds'>[]> {
  const isOne = only !== undefined;
  const rows = await db
    .selectFrom('games')
    .selectAll()
    .$if(isOne, (read) => read.where('game', '=', only ?? ''))
    .orderBy('game')
    .execute();
  const rules = await db
    .selectFrom('event_rules')
    .selectAll()
    .$if(isOne, (read) => read.where('game', '=', only ?? ''))
    .orderBy('position')
    .orderBy('rule_id')
    .execute();
  const quests = await db
    .selectFrom('quests')
    .selectAll()
    .$if(isOne, (read) => read.where('game', '=', only ?? ''))
    .orderBy('position')
    .orderBy('quest_id')
    .execute();
  const achievementsOf = await readAchievementEntries(db, only);
  const shared = await db
    .selectFrom('shared_games')
    .selectAll()
    .$if(isOne, (read) => read.where('game', '=', only ?? ''))
    .orderBy('shown_to')
    .execute();
  const rulesOf = Map.groupBy(rules, ({ game }) => game);
  const questsOf = Map.groupBy(quests, ({ game }) => game);
  const sharedOf = Map.groupBy(shared, ({ game }) => game);
  return rows.map((row) => ({
    Game: row.game,
    Position: row.position,
    Published: row.published,
    ImportAllowed: row.import_allowed,
    ForPlayers: row.for_players,
    SendsEvents: row.sends_events,
    ...(row.refund_rule && { Refunds: row.refund_rule }),
    Config: row.config,
    EventRules: (rulesOf.get(row.game) ?? []).map((rule) => ({ Code: rule.code, ...filtersOf(rule) })),
    Quests: (questsOf.get(row.game) ?? []).map((quest): QuestEntry => ({
      Id: quest.quest_id,
      Titles: quest.titles,
      Code: quest.code,
      ...filtersOf(quest),
      Adds: quest.adds === 'one' ? 'One' : 'Value',
      Goal: quest.goal,
      Active: quest.is_active,
      ...(quest.reported_by !== defaultReporter(quest.reward) && {
        ReportedBy: quest.reported_by === 'page' ? ('Page' as const) : ('Server' as const),
      }),
      ...(quest.reward && {
        Reward: {
          ...(quest.reward.game !== quest.game && { Game: quest.reward.game }),
          Products: quest.reward.products.map(({ sku, count }) => ({ Sku: sku, ...(count > 1 && { Count: count }) })),
        },
      }),
      ...(quest.achievement !== null && { Achievement: quest.achievement }),
    })),
    Achievements: achievementsOf.get(row.game) ?? [],
    SharedWith: (sharedOf.get(row.game) ?? []).map(({ shown_to }) => shown_to),
  }));
}

/** Pages can't be trusted with rewards unless an operator says so. */
export const defaultReporter = (reward: object | null | undefined): 'page' | 'server' => (reward ? 'server' : 'page');

interface StoredBuild {
  readonly build_id: string;
  readonly ota_version: string;
  readonly build_number: number;
  readonly platform: string | null;
  readonly build_type: 'Unity' | 'Iframe';
  readonly sha: string;
  readonly description: string;
  readonly change_set: string;
  readonly metadata: Record<string, string>;
  readonly url: string;
  readonly install_url: string | null;
  readonly created_at: Date;
}

function toBuild(row: StoredBuild): BuildEntry {
  return {
    Id: row.build_id,
    OtaVersion: row.ota_version,
    BuildNumber: row.build_number,
    // `set` accepts registered platforms only.
    ...(row.platform !== null && { Platform: row.platform as NonNullable<BuildEntry['Platform']> }),
    BuildType: row.build_type,
    Sha: row.sha,
    Description: row.description,
    ChangeSet: row.change_set,
    Metadata: row.metadata,
    Url: row.url,
    ...(row.install_url !== null && { InstallUrl: row.install_url }),
    CreatedAt: row.created_at.toISOString(),
  };
}

function filtersOf({ filter1, filter2, filter3 }: { [F in 'filter1' | 'filter2' | 'filter3']: string | null }) {
  return {
    ...(filter1 !== null && { Filter1: filter1 }),
    ...(filter2 !== null && { Filter2: filter2 }),
    ...(filter3 !== null && { Filter3: filter3 }),
  };
}
