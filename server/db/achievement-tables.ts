import type { Generated, JSONColumnType } from 'kysely';

export interface AchievementTables {
  achievements: {
    game: string;
    code: string;
    position: Generated<number>;
    names: LocalizedColumn;
    descriptions: LocalizedColumn;
    icons: LocalizedColumn;
    points: Generated<number>;
    target: Generated<number>;
    is_hidden: Generated<boolean>;
    is_active: Generated<boolean>;
    unlocked_by: Generated<AchievementSource>;
    max_step: number | null;
    step_seconds: number | null;
  };
  player_achievements: {
    account_id: string;
    game: string;
    code: string;
    progress: Generated<number>;
    unlocked_at: Date | null;
    updated_at: Generated<Date>;
  };
}

/** Each accepts also what the next accept: a game's page, the game's server, quests. */
export type AchievementSource = 'game' | 'server' | 'quest';

type LocalizedColumn = JSONColumnType<Record<string, string>, string | undefined>;
