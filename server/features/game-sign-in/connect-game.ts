// Connects a game account to an account. An account connects each game once, and a game account belongs to one account.
//
// Exception: a standalone game creates guests that have only the game account. When the player confirms it in their
// existing account, that guest is merged into the account, and the player can undo it. A guest with an identity or
// another game needs an explicit merge.
//
// Both account rows are locked first, so that the guest can't register in between.
import type { Transaction } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import { lockAccounts, mergeAccounts } from '#server/features/merging/merge-accounts.ts';

export interface GameAccount {
  readonly game: string;
  readonly gameUid: string;
}

export type ConnectGameAccountResult = 'connected' | 'already-connected' | 'connected-to-other-account';

export async function findConnectObstacle(
  trx: Transaction<Tables>,
  accountId: string,
  { game, gameUid }: GameAccount,
): Promise<Exclude<ConnectGameAccountResult, 'connected'> | undefined> {
  const rows = await trx
    .selectFrom('connected_games')
    .select(['account_id', 'game_uid'])
    .where('game', '=', game)
    .where((eb) => eb.or([eb('account_id', '=', accountId), eb('game_uid', '=', gameUid)]))
    .execute();
  if (rows.some((row) => row.account_id === accountId)) return 'already-connected';
  const holder = rows.find((row) => row.game_uid === gameUid);
  return holder && !(await isBareGuest(trx, holder.account_id)) ? 'connected-to-other-account' : undefined;
}

export async function connectGame(
  trx: Transaction<Tables>,
  accountId: string,
  account: GameAccount,
): Promise<ConnectGameAccountResult> {
  // A guest account may appear or disappear before the lock is taken; the second round sees that.
  for (let round = 1; round <= 2; round += 1) {
    const holder = await holderOf(trx, account);
    const accounts = await lockAccounts(trx, [accountId, holder ?? accountId]);
    const obstacle = await findConnectObstacle(trx, accountId, account);
    if (obstacle) return obstacle;
    if ((await holderOf(trx, account)) !== holder) continue;
    if (holder !== undefined) {
      await mergeAccounts(trx, { pair: { into: accountId, from: holder }, accounts, choice: { gamesFromMerged: [] } });
      return 'connected';
    }
    const inserted = await trx
      .insertInto('connected_games')
      .values({ account_id: accountId, game: account.game, game_uid: account.gameUid })
      .onConflict((conflict) => conflict.doNothing())
      .returning('account_id')
      .executeTakeFirst();
    if (inserted) return 'connected';
  }
  return 'connected-to-other-account';
}

async function holderOf(trx: Transaction<Tables>, { game, gameUid }: GameAccount): Promise<string | undefined> {
  const row = await trx
    .selectFrom('connected_games')
    .select('account_id')
    .where('game', '=', game)
    .where('game_uid', '=', gameUid)
    .executeTakeFirst();
  return row?.account_id;
}

async function isBareGuest(trx: Transaction<Tables>, accountId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('accounts')
    .select((account) => [
      'guest',
      account
        .exists(account.selectFrom('social_identities').select('type').where('account_id', '=', accountId))
        .as('has_identity'),
      account
        .selectFrom('connected_games')
        .select((eb) => eb.fn.countAll<number>().as('games'))
        .where('account_id', '=', accountId)
        .as('games'),
    ])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row !== undefined && row.guest && row.has_identity === false && row.games === 1;
}
