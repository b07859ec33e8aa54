import { sql, type Kysely } from 'kysely';
import type { GameAchievements } from '#contract/achievements.ts';
import type { Achievement } from '#model/achievement.ts';
import { chooseLocalizedText, toLocale, type Locale } from '#model/locale.ts';
import type { Tables } from '#server/db/tables.ts';
import { resolveGameUrl } from '#server/features/games/public-game-config.ts';

export const maxAchievements = 200;

export interface AchievementsQuery {
  /** Icons may be addresses on the game's own host. */
  readonly gamesUrl: string;
  /** Absent: the caller is not signed in. */
  readonly accountId?: string | undefined;
  /** Default: the account's language. */
  readonly locale?: Locale | undefined;
}

export async function hasAchievements(db: Kysely<Tables>, game: string): Promise<boolean> {
  return (await countAchievements(db, [game])).has(game);
}

/** The achievements of a game with the player's progress. Hidden ones that the player hasn't unlocked are counted. */
export async function readGameAchievements(
  db: Kysely<Tables>,
  game: string,
  query: AchievementsQuery,
): Promise<{ achievements: Achievement[]; hiddenCount: number }> {
  const rows = await selectAchievements(db, query.accountId).where('achievements.game', '=', game).execute();
  const current = rows.filter((row) => row.is_active || row.unlocked_at !== null);
  const listed = current.filter((row) => !row.is_hidden || row.unlocked_at !== null);
  return {
    achievements: listed.map((row) => describeAchievement(row, query)),
    hiddenCount: current.length - listed.length,
  };
}

/** @param codes unknown ones are left out */
export async function readAchievementsByCodes(
  db: Kysely<Tables>,
  game: string,
  codes: readonly string[],
  query: AchievementsQuery,
): Promise<Achievement[]> {
  if (codes.length === 0) return [];
  const rows = await selectAchievements(db, query.accountId)
    .where('achievements.game', '=', game)
    .where('achievements.code', 'in', codes)
    .execute();
  return rows.map((row) => describeAchievement(row, query));
}

/** What the player has unlocked, by game. The game and the achievement unlocked last are first. */
export async function readShelf(
  db: Kysely<Tables>,
  query: AchievementsQuery & { readonly accountId: string },
): Promise<GameAchievements[]> {
  const rows = await selectAchievements(db, query.accountId).where('own.unlocked_at', 'is not', null).execute();
  const sorted = rows.toSorted((a, b) => Number(b.unlocked_at) - Number(a.unlocked_at));
  const byGame = [...Map.groupBy(sorted, (row) => row.game)];
  const totals = await countAchievements(
    db,
    byGame.map(([game]) => game),
  );
  return byGame.map(([game, own]) => ({
    Game: game,
    Points: own.reduce((sum, { points }) => sum + points, 0),
    // Achievements that can't be unlocked any more count for those who have them.
    Total: (totals.get(game) ?? 0) + own.filter((row) => !row.is_active).length,
    Achievements: own.map((row) => describeAchievement(row, query)),
  }));
}

async function countAchievements(db: Kysely<Tables>, games: readonly string[]): Promise<Map<string, number>> {
  if (games.length === 0) return new Map();
  const rows = await db
    .selectFrom('achievements')
    .select('game')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('game', 'in', games)
    .where('is_active', 'is', true)
    .groupBy('game')
    .execute();
  return new Map(rows.map(({ game, count }) => [game, count]));
}

const selectAchievements = (db: Kysely<Tables>, accountId: string | undefined) =>
  db
    .selectFrom('achievements')
    .leftJoin('player_achievements as own', (join) =>
      join
        .onRef('own.game', '=', 'achievements.game')
        .onRef('own.code', '=', 'achievements.code')
        .on('own.account_id', '=', accountId ?? null),
    )
    .leftJoin('accounts', (join) => join.on('accounts.account_id', '=', accountId ?? null))
    .select(['achievements.game', 'achievements.code', 'names', 'descriptions', 'icons', 'points', 'target'])
    .select(['is_hidden', 'is_active', 'own.progress', 'own.unlocked_at', 'accounts.locale'])
    .orderBy('achievements.game')
    .orderBy('achievements.position')
    .orderBy('achievements.code');

interface AchievementRow {
  readonly game: string;
  readonly code: string;
  readonly names: Readonly<Record<string, string>>;
  readonly descriptions: Readonly<Record<string, string>>;
  readonly icons: Readonly<Record<string, string>>;
  readonly points: number;
  readonly target: number;
  readonly is_hidden: boolean;
  readonly progress: number | null;
  readonly unlocked_at: Date | null;
  readonly locale: string | null;
}

function describeAchievement(row: AchievementRow, { locale: wanted, gamesUrl }: AchievementsQuery): Achievement {
  const locale = wanted ?? toLocale(row.locale ?? undefined);
  const icon = chooseLocalizedText(row.icons, locale);
  // The target may have been raised after the player reached it.
  const progress = row.unlocked_at ? row.target : Math.min(row.progress ?? 0, row.target);
  return {
    Game: row.game,
    Code: row.code,
    Name: chooseLocalizedText(row.names, locale).slice(0, 100),
    Description: chooseLocalizedText(row.descriptions, locale).slice(0, 300),
    ...(icon !== '' && { Icon: resolveGameUrl(row.game, gamesUrl, icon) }),
    Points: row.points,
    Progress: progress,
    Target: row.target,
    Hidden: row.is_hidden,
    ...(row.unlocked_at && { UnlockedAt: row.unlocked_at.toISOString() }),
  };
}
