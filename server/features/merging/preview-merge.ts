// Shows both accounts before a merge. Addresses are masked: a player who proved one identity of an account must not
// learn the others.
import { maskEmail } from '#model/mask-email.ts';
import { Problem } from '#model/problem.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import { countPurchases } from '#server/features/store/count-purchases.ts';
import { chooseGameConnections, type GameConflictResolution, type KeptSide } from './choose-game-connections.ts';
import { readMergeProof } from './merge-proof.ts';

export interface PreviewedGame {
  readonly game: string;
  readonly game_uid: string;
  readonly connected_at: Date;
  readonly last_played_at: Date | null;
  readonly email_shared: boolean;
}

export interface PreviewedIdentity {
  readonly type: string;
  readonly shownId: string;
  readonly game: string | undefined;
  readonly signsIn: boolean;
}

export interface PreviewedAccount {
  readonly accountId: string;
  readonly name: string;
  readonly guest: boolean;
  readonly maskedEmail: string | undefined;
  readonly createdAt: Date;
  readonly games: readonly PreviewedGame[];
  readonly identities: readonly PreviewedIdentity[];
  readonly friends: number;
  readonly purchases: number;
}

export interface PreviewedMerge {
  readonly own: PreviewedAccount;
  readonly other: PreviewedAccount;
  readonly keep: KeptSide;
  readonly conflicts: readonly GameConflictResolution[];
}

export async function previewMerge(db: Kysely<Tables>, token: string, accountId: string): Promise<PreviewedMerge> {
  const sides = await readMergeProof(db, token, accountId);
  if (!sides) throw new Problem('TokenExpiredOrUsed');
  const own = await readSide(db, sides.own);
  const other = await readSide(db, sides.other, sides.guestIdentityId);
  return { own, other, keep: proposal(own, other), conflicts: chooseGameConnections(own.games, other.games) };
}

/** Prefers a registered player over a guest, then a buyer, then the older account. */
function proposal(own: PreviewedAccount, other: PreviewedAccount): KeptSide {
  const difference =
    Number(own.guest) - Number(other.guest) ||
    other.purchases - own.purchases ||
    own.createdAt.getTime() - other.createdAt.getTime();
  return difference > 0 ? 'Other' : 'This';
}

/** @param guestIdentityId for a guest, the only identity that can still sign in */
async function readSide(
  db: Kysely<Tables>,
  accountId: string,
  guestIdentityId?: string | null,
): Promise<PreviewedAccount> {
  const account = await db
    .selectFrom('accounts')
    .select(['name', 'guest', 'email', 'created_at'])
    .select((account) =>
      account
        .selectFrom('friends')
        .select((friends) => friends.fn.countAll<number>().as('count'))
        .whereRef('friends.account_id', '=', 'accounts.account_id')
        .as('friends'),
    )
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!account) throw new Problem('TokenExpiredOrUsed');
  const games = await db
    .selectFrom('connected_games')
    .select(['game', 'game_uid', 'connected_at', 'last_played_at', 'email_shared'])
    .where('account_id', '=', accountId)
    .orderBy('connected_at')
    .orderBy('game')
    .execute();
  const identities = await db
    .selectFrom('social_identities')
    .select(['identity_id', 'type', 'external_id', 'game', 'confirmed'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('type')
    .orderBy('external_id')
    .execute();
  return {
    accountId,
    name: account.name,
    guest: account.guest,
    maskedEmail: account.email === null ? undefined : maskEmail(account.email),
    createdAt: account.created_at,
    games,
    identities: identities.map(({ identity_id, type, external_id, game, confirmed }) => ({
      type,
      shownId: external_id.includes('@') ? maskEmail(external_id) : external_id,
      game: game ?? undefined,
      signsIn: confirmed && (!account.guest || guestIdentityId === undefined || identity_id === guestIdentityId),
    })),
    friends: account.friends ?? 0,
    purchases: (await countPurchases(db, accountId)).completed,
  };
}
