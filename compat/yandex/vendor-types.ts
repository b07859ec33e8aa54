// The vendor's interface: its own types, from the package @types/ysdk, and what older games call besides.
import type { LeaderboardEntriesData, LeaderboardEntry, Player, SDK, Serializable, YLeaderboards } from 'ysdk';

export type { LeaderboardEntriesData, LeaderboardEntry, SDK, Serializable, YLeaderboards };

export interface YandexPlayer extends Player {
  getID(): string;
  signature?: string;
}

export interface YaGames {
  init(options?: { signed?: boolean }): Promise<SDK>;
}
