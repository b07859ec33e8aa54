// What somebody chooses in a merge: which account stays, whose progress goes on in games that both have, and that both
// accounts are theirs. Nothing is merged before it is said on both sides.
import type { MergePreview } from '#model/account.ts';

export type Side = MergePreview['Keep'];
export const sides = ['This', 'Other'] as const satisfies readonly Side[];

export interface MergeChoice {
  readonly keep: Side;
  /** Game to the side whose progress goes on. */
  readonly games: Readonly<Record<string, Side>>;
  readonly mine: Readonly<Record<Side, boolean>>;
}

export interface Conflict {
  readonly game: string;
  /** When each side played it last; undefined: never. */
  readonly lastPlayed: Readonly<Record<Side, string | undefined>>;
}

/** What is proposed. That an account is one's own is never proposed. */
export function proposedChoice({ Keep, Conflicts }: MergePreview): MergeChoice {
  return {
    keep: Keep,
    games: Object.fromEntries(Conflicts.map(({ Game, Keep: side }) => [Game, side])),
    mine: { This: false, Other: false },
  };
}

export function conflictsOf(preview: MergePreview): Conflict[] {
  const lastPlayed = (side: Side, game: string): string | undefined =>
    preview[side].Games.find(({ Game }) => Game === game)?.LastPlayedAt;
  return preview.Conflicts.map(({ Game }) => ({
    game: Game,
    lastPlayed: { This: lastPlayed('This', Game), Other: lastPlayed('Other', Game) },
  }));
}

export const isConfirmed = ({ mine }: MergeChoice): boolean => mine.This && mine.Other;

/** What the server is asked to do. */
export function mergeRequest(token: string, { keep, games }: MergeChoice) {
  return {
    MergeToken: token,
    Keep: keep,
    Games: Object.entries(games).map(([Game, side]) => ({ Game, Keep: side })),
  };
}

export const otherSide = (side: Side): Side => (side === 'This' ? 'Other' : 'This');
