// Asking a game before the payment whether it would deliver.

export interface DryRunVerdict {
  readonly canBuy: boolean;
  /** The game's own message, or `GameNotAvailable` if it did not respond. */
  readonly reason?: string;
}

export interface DryRunQuestion {
  readonly accountId: string;
  readonly gameUid: string;
  readonly skus: readonly string[];
}

/** Returns a verdict for every requested sku. */
export type AskDryRun = (game: string, question: DryRunQuestion) => Promise<Map<string, DryRunVerdict>>;
