import type { Generated, GeneratedAlways } from 'kysely';

export interface LeaderboardTables {
  leaderboards: {
    board_id: GeneratedAlways<number>;
    game: string;
    leaderboard: string;
    period: string;
    is_ascending: boolean;
    delete_after: Date | null;
  };
  leaderboard_players: {
    account_id: string;
    game: string;
    leaderboard: string;
    minute: Generated<Date>;
    submissions: Generated<number>;
    submission_ids: Generated<string[]>;
    hidden_at: Date | null;
  };
  leaderboard_entries: {
    board_id: number;
    account_id: string;
    score: number;
    rank_key: number;
    reached_at: Date;
    is_listed: boolean;
  };
  /** Only written by triggers on `leaderboard_entries`. */
  leaderboard_ranges: {
    board_id: number;
    from_key: number;
    from_time: Date;
    until_key: number;
    until_time: Date;
    entries: number;
  };
}
