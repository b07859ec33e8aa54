export interface DryRunVerdict {
  readonly canBuy: boolean;
  /** The game's own message, or `GameNotAvailable` if it did not respond. */
  readonly reason?: string;
}

export interface DryRunRequest {
  readonly accountId: string;
  readonly gameUid: string;
  readonly skus: readonly string[];
}

export type RequestDryRun = (game: string, question: DryRunRequest) => Promise<Map<string, DryRunVerdict>>;
