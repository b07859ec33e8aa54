// The vendor's interface: its own types, from the package @types/ysdk, and what older games call besides.
import type {
  LeaderboardEntriesData,
  LeaderboardEntry,
  Payments,
  Player,
  Purchase,
  SDK,
  Serializable,
  YLeaderboards,
} from 'ysdk';

export type { LeaderboardEntriesData, LeaderboardEntry, Payments, Purchase, SDK, Serializable, YLeaderboards };

export interface YandexPlayer extends Player {
  getID(): string;
  signature?: string;
  /** Undocumented; plug-ins for Unity and Defold read it. */
  readonly _personalInfo: {
    readonly uniqueID: string;
    readonly publicName: string;
    readonly lang: string;
    readonly scopePermissions: { readonly avatar: 'allow' | 'not_set'; readonly public_name: 'allow' | 'not_set' };
  };
}

export interface YaGames {
  init(options?: { signed?: boolean }): Promise<SDK>;
}
