// The question to a game, before anything is paid, whether it would deliver.

export interface DryRunVerdict {
  readonly canBuy: boolean;
  /** The game's own words, or `GameNotAvailable` when it gave no answer. */
  readonly reason?: string;
}

export interface DryRunQuestion {
  readonly accountId: string;
  readonly gameUid: string;
  readonly skus: readonly string[];
}

/** A verdict for every sku that was asked for. */
export type AskDryRun = (game: string, question: DryRunQuestion) => Promise<Map<string, DryRunVerdict>>;
