// The player's choices in a merge: which account is kept, whose progress is kept in each game, and that both accounts
// are theirs.
import type { MergePreview } from '#model/account.ts';

export type ThisOrOtherAccount = MergePreview['Keep'];
export const thisAndOtherAccount = ['This', 'Other'] as const satisfies readonly ThisOrOtherAccount[];

export interface MergeChoice {
  readonly keep: ThisOrOtherAccount;
  readonly games: Readonly<Record<string, ThisOrOtherAccount>>;
  readonly mine: Readonly<Record<ThisOrOtherAccount, boolean>>;
}

export interface MergeConflict {
  readonly game: string;
  readonly lastPlayed: Readonly<Record<ThisOrOtherAccount, string | undefined>>;
}

/** Ownership of the accounts is never preselected. */
export function defaultMergeChoice({ Keep, Conflicts }: MergePreview): MergeChoice {
  return {
    keep: Keep,
    games: Object.fromEntries(Conflicts.map(({ Game, Keep: side }) => [Game, side])),
    mine: { This: false, Other: false },
  };
}

export function listMergeConflicts(preview: MergePreview): MergeConflict[] {
  const lastPlayed = (side: ThisOrOtherAccount, game: string): string | undefined =>
    preview[side].Games.find(({ Game }) => Game === game)?.LastPlayedAt;
  return preview.Conflicts.map(({ Game }) => ({
    game: Game,
    lastPlayed: { This: lastPlayed('This', Game), Other: lastPlayed('Other', Game) },
  }));
}

export const isMergeConfirmed = ({ mine }: MergeChoice): boolean => mine.This && mine.Other;

export function buildMergeRequest(token: string, { keep, games }: MergeChoice) {
  return {
    MergeToken: token,
    Keep: keep,
    Games: Object.entries(games).map(([Game, side]) => ({ Game, Keep: side })),
  };
}

export const oppositeMergeAccount = (side: ThisOrOtherAccount): ThisOrOtherAccount =>
  side === 'This' ? 'Other' : 'This';
