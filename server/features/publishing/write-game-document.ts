// Writes a game document in one transaction. A quest with the same id, or else the same code, keeps players' progress.
import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { QuestRewardColumn } from '#server/db/cross-play-tables.ts';
import type { Tables } from '#server/db/tables.ts';
import type { RecordChange } from '#server/features/audit-log/audit-log.ts';
import { listChangedFields } from '#server/features/audit-log/changed-fields.ts';
import { writeAchievements } from '#server/features/achievements/stored-achievements.ts';
import type { BuildEntry, GameDocument, QuestEntry } from './game-document.ts';
import { gameObject } from './build-object.ts';
import { defaultReporter, readGameDocument } from './read-game-document.ts';
import { PublishingError } from './publishing-error.ts';

export interface WriteGameResult {
  /** Removed quests, and how many players had progress in them. */
  readonly questsGone: number;
  readonly progressLost: number;
  /** The codes of removed achievements. Players who have unlocked them keep them. */
  readonly achievementsGone: readonly string[];
}

export interface WriteGameOptions {
  readonly record: RecordChange;
}

export async function writeGameDocument(
  database: Database,
  document: GameDocument,
  { record }: WriteGameOptions,
): Promise<WriteGameResult> {
  return database.transaction(async (trx) => {
    const before = await readGameDocument(trx, document.Game);
    const written = await writeGameExceptBuilds(trx, document);
    await writeBuilds(trx, document.Game, document.Builds);
    const after = await readGameDocument(trx, document.Game);
    await record(trx, { object: gameObject(document.Game), ...listChangedFields(before, after) });
    return written;
  });
}

export async function writeGameExceptBuilds(
  trx: Transaction<Tables>,
  document: Omit<GameDocument, 'Builds'>,
): Promise<WriteGameResult> {
  const { Game: game } = document;
  const { numUpdatedRows } = await trx
    .updateTable('games')
    .set({
      config: JSON.stringify(document.Config),
      position: document.Position,
      published: document.Published,
      import_allowed: document.ImportAllowed,
      for_players: JSON.stringify(document.ForPlayers ?? {}),
      sends_events: document.SendsEvents ?? false,
      refund_rule: document.Refunds ? JSON.stringify(document.Refunds) : null,
      updated_at: sql`now()`,
    })
    .where('game', '=', game)
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw new PublishingError(`There is no game ${game}. Add it first: npm run games -- add ${game} …`);
  await trx.deleteFrom('event_rules').where('game', '=', game).execute();
  const rules = document.EventRules.map(({ Code, ...filters }, position) => ({
    rule_id: randomUUID(),
    game,
    position,
    code: Code,
    ...filterColumns(filters),
  }));
  if (rules.length > 0) await trx.insertInto('event_rules').values(rules).execute();
  const written = await writeQuests(trx, game, document.Quests);
  const achievementsGone = await writeAchievements(trx, game, document.Achievements ?? []);
  await writeShared(trx, game, document.SharedWith);
  return { ...written, achievementsGone };
}

async function writeBuilds(trx: Transaction<Tables>, game: string, builds: readonly BuildEntry[]): Promise<void> {
  const before = await trx.selectFrom('builds').selectAll().where('game', '=', game).execute();
  const isSame = (build: BuildEntry, row: (typeof before)[number]): boolean =>
    row.ota_version === build.OtaVersion &&
    row.build_number === build.BuildNumber &&
    row.platform === (build.Platform ?? null);
  await trx.deleteFrom('builds').where('game', '=', game).execute();
  const rows = builds.map((build) => {
    const known = before.find((row) => (build.Id === undefined ? isSame(build, row) : row.build_id === build.Id));
    return {
      build_id: build.Id ?? known?.build_id ?? randomUUID(),
      game,
      ota_version: build.OtaVersion,
      build_number: build.BuildNumber,
      platform: build.Platform ?? null,
      build_type: build.BuildType,
      sha: build.Sha,
      description: build.Description ?? '',
      change_set: build.ChangeSet ?? '',
      metadata: JSON.stringify(build.Metadata ?? {}),
      url: build.Url,
      install_url: build.InstallUrl ?? null,
      created_at: build.CreatedAt === undefined ? (known?.created_at ?? sql<Date>`now()`) : new Date(build.CreatedAt),
    };
  });
  await refuseForeign(
    trx,
    'Builds',
    game,
    rows.map(({ build_id }) => build_id),
  );
  if (rows.length > 0) await trx.insertInto('builds').values(rows).execute();
}

async function writeQuests(
  trx: Transaction<Tables>,
  game: string,
  quests: readonly QuestEntry[],
): Promise<Omit<WriteGameResult, 'achievementsGone'>> {
  const before = await trx
    .selectFrom('quests')
    .select(['quest_id', 'code'])
    .where('game', '=', game)
    .orderBy('position')
    .forUpdate()
    .execute();
  const named = new Set(quests.map(({ Id }) => Id));
  const unnamed = before.filter(({ quest_id }) => !named.has(quest_id));
  const rows = quests.map(
    ({ Id, Titles, Code, Adds, Goal, Active, ReportedBy, Reward, Achievement, ...filters }, position) => ({
      quest_id: Id ?? takeByCode(unnamed, Code) ?? randomUUID(),
      game,
      position,
      titles: JSON.stringify(Titles),
      code: Code,
      ...filterColumns(filters),
      adds: Adds === 'One' ? ('one' as const) : ('value' as const),
      goal: Goal,
      is_active: Active,
      reported_by: ReportedBy === undefined ? defaultReporter(Reward) : ReportedBy === 'Page' ? 'page' : 'server',
      reward: Reward ? JSON.stringify(toRewardColumn(game, Reward)) : null,
      achievement: Achievement ?? null,
    }),
  );
  await refuseUnknownRewardGames(trx, quests);
  const kept = new Set(rows.map(({ quest_id }) => quest_id));
  const gone = before.map(({ quest_id }) => quest_id).filter((id) => !kept.has(id));
  const progressLost = gone.length === 0 ? 0 : await countProgress(trx, gone);
  if (gone.length > 0) await trx.deleteFrom('quests').where('quest_id', 'in', gone).execute();
  await refuseForeign(trx, 'Quests', game, [...kept]);
  for (const { quest_id, ...row } of rows)
    await trx
      .insertInto('quests')
      .values({ quest_id, ...row })
      .onConflict((conflict) => conflict.column('quest_id').doUpdateSet(row))
      .execute();
  return { questsGone: gone.length, progressLost };
}

const toRewardColumn = (game: string, reward: NonNullable<QuestEntry['Reward']>): QuestRewardColumn => ({
  game: reward.Game ?? game,
  products: reward.Products.map(({ Sku, Count = 1 }) => ({ sku: Sku, count: Count })),
});

async function refuseUnknownRewardGames(trx: Transaction<Tables>, quests: readonly QuestEntry[]): Promise<void> {
  for (const [at, { Reward }] of quests.entries()) {
    if (Reward?.Game === undefined) continue;
    const known = await trx.selectFrom('games').select('game').where('game', '=', Reward.Game).executeTakeFirst();
    if (!known) throw new PublishingError(`/Quests/${at}/Reward/Game is ${Reward.Game}, and there is no such game.`);
  }
}

/** Matches an entry without an id to the first stored quest with the same code, and removes it from the list. */
function takeByCode(quests: { quest_id: string; code: string }[], code: string): string | undefined {
  const at = quests.findIndex((quest) => quest.code === code);
  return at < 0 ? undefined : quests.splice(at, 1)[0]?.quest_id;
}

async function countProgress(trx: Transaction<Tables>, quests: readonly string[]): Promise<number> {
  const row = await trx
    .selectFrom('quest_progress')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('quest_id', 'in', quests)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** An id belongs to one game: a document copied from another game must not take its rows. */
async function refuseForeign(
  trx: Transaction<Tables>,
  list: 'Builds' | 'Quests',
  game: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const other =
    list === 'Builds'
      ? await trx
          .selectFrom('builds')
          .select(['build_id as id', 'game'])
          .where('build_id', 'in', ids)
          .where('game', '<>', game)
          .executeTakeFirst()
      : await trx
          .selectFrom('quests')
          .select(['quest_id as id', 'game'])
          .where('quest_id', 'in', ids)
          .where('game', '<>', game)
          .executeTakeFirst();
  if (other)
    throw new PublishingError(
      `/${list}/${ids.indexOf(other.id)}/Id belongs to the game ${other.game}. Leave it out here.`,
    );
}

async function writeShared(trx: Transaction<Tables>, game: string, sharedWith: readonly string[]): Promise<void> {
  await trx.deleteFrom('shared_games').where('game', '=', game).execute();
  if (sharedWith.length === 0) return;
  const known = await trx.selectFrom('games').select('game').where('game', 'in', sharedWith).execute();
  const unknown = sharedWith.findIndex((name) => !known.some((row) => row.game === name));
  if (unknown >= 0)
    throw new PublishingError(`/SharedWith/${unknown} is ${sharedWith[unknown]}, and there is no such game.`);
  await trx
    .insertInto('shared_games')
    .values(sharedWith.map((shown_to) => ({ game, shown_to })))
    .execute();
}

function filterColumns({ Filter1, Filter2, Filter3 }: { [F in `Filter${1 | 2 | 3}`]?: string }) {
  return { filter1: Filter1 ?? null, filter2: Filter2 ?? null, filter3: Filter3 ?? null };
}
