import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import type { Sealer } from '#server/secrets/sealer.ts';
import { blockPlayer, readBlockedPlayers, unblockPlayer } from './blocks.ts';
import {
  admitPlayerSearch,
  createPlayerSearchIds,
  findPlayersByName,
  findMutualPlatformFriends,
  minNameQueryLength,
  maxPlayerSearchesADay,
  savePlatformFriends,
  type FoundPlayerRow,
} from './find-players.ts';
import { findFriendOrSender, noSuchPlayer } from './find-friend-or-sender.ts';
import { toDisplayName } from './friend-reply.ts';
import { endFriendship } from './friendship.ts';
import { readFriendLinks } from './friend-links.ts';
import { readAccountLocale } from './read-account-locale.ts';
import {
  acceptFriendRequest,
  declineFriendRequest,
  maxFriendRequestsADay,
  readReceivedFriendRequests,
  readSentFriendRequests,
  sendFriendRequest,
  withdrawFriendRequest,
  type FriendRequestRow,
} from './friend-requests.ts';
import { cleanStatusText } from './clean-status-text.ts';

type RequestHandlers = Pick<
  AreaHandlers<'friends'>,
  | 'requests'
  | 'sendRequest'
  | 'answerRequest'
  | 'withdrawRequest'
  | 'remove'
  | 'block'
  | 'blocks'
  | 'unblock'
  | 'find'
  | 'suggestions'
  | 'tellPlatformFriends'
  | 'settings'
>;

export function createFriendRequestRoutes(database: Database, sealer: Pick<Sealer, 'signatures'>): RequestHandlers {
  const { kysely } = database;
  const ids = createPlayerSearchIds(sealer);
  const toFound = async (accountId: string, rows: readonly FoundPlayerRow[]) => {
    const locale = await readAccountLocale(kysely, accountId);
    return {
      Players: rows.map(({ account_id, name, type }) => ({
        PlayerId: ids.idFor(accountId, account_id),
        Name: toDisplayName(name, locale),
        ...(type !== null && { KnownFrom: type }),
      })),
    };
  };
  return {
    requests: async ({ session: { accountId } }) => {
      const locale = await readAccountLocale(kysely, accountId);
      const toReply = ({ request_id, name, created_at }: FriendRequestRow) => ({
        RequestId: request_id,
        Name: toDisplayName(name, locale),
        CreatedAt: created_at.toISOString(),
      });
      return {
        Received: (await readReceivedFriendRequests(kysely, accountId)).map(toReply),
        Sent: (await readSentFriendRequests(kysely, accountId)).map(toReply),
        Links: (await readFriendLinks(kysely, accountId)).map((link) => ({
          LinkId: link.link_id,
          Method: link.way === 'mail' ? ('Mail' as const) : ('Link' as const),
          ...(link.game !== null && { Game: link.game }),
          Uses: link.uses,
          MaxUses: link.max_uses,
          CreatedAt: link.created_at.toISOString(),
          ExpiresAt: link.expires_at.toISOString(),
        })),
      };
    },
    sendRequest: async ({ session: { accountId }, body: { PlayerId, Name } }) => {
      // Searches again: the player may have become unlisted since.
      const players =
        Name === undefined
          ? await findMutualPlatformFriends(kysely, accountId)
          : await findPlayersByName(kysely, accountId, cleanStatusText(Name));
      const isMeant = ids.isIdOf(accountId, PlayerId);
      const meant = players.find(({ account_id }) => isMeant(account_id));
      const outcome = meant ? await sendFriendRequest(database, accountId, meant.account_id) : 'no such player';
      switch (outcome) {
        case 'sent':
          return { Outcome: 'Sent' };
        case 'friends':
          return { Outcome: 'Friends' };
        case 'no such player':
          throw new Problem('NotFound', 'No player who can get a request has this id.');
        case 'too many today':
          throw new Problem('TooManyRequests', `At most ${maxFriendRequestsADay} requests a day are taken.`);
      }
    },
    answerRequest: async ({ session: { accountId }, body: { RequestId, Accept } }) => ({
      Success: Accept
        ? await acceptFriendRequest(database, accountId, RequestId)
        : await declineFriendRequest(kysely, accountId, RequestId),
    }),
    withdrawRequest: async ({ session: { accountId }, body: { RequestId } }) => ({
      Success: await withdrawFriendRequest(kysely, accountId, RequestId),
    }),
    remove: async ({ session: { accountId }, body: { FriendAccountId } }) => ({
      Success: await database.transaction((trx) => endFriendship(trx, accountId, FriendAccountId)),
    }),
    block: async ({ session: { accountId }, body }) => {
      const otherId = await findFriendOrSender(kysely, accountId, body);
      if (otherId === undefined || !(await blockPlayer(database, accountId, otherId))) throw noSuchPlayer();
      return { Success: true };
    },
    blocks: async ({ session: { accountId } }) => {
      const locale = await readAccountLocale(kysely, accountId);
      return {
        Blocks: (await readBlockedPlayers(kysely, accountId)).map(({ block_id, name, created_at }) => ({
          BlockId: block_id,
          Name: toDisplayName(name, locale),
          CreatedAt: created_at.toISOString(),
        })),
      };
    },
    unblock: async ({ session: { accountId }, body: { BlockId } }) => ({
      Success: await unblockPlayer(kysely, accountId, BlockId),
    }),
    find: async ({ session: { accountId }, body: { Name } }) => {
      const name = cleanStatusText(Name);
      if (name.length < minNameQueryLength)
        throw new Problem('InvalidRequest', `At least ${minNameQueryLength} letters are needed.`, {
          fields: { Name: `must have at least ${minNameQueryLength} letters` },
        });
      if (!(await admitPlayerSearch(kysely, accountId)))
        throw new Problem('TooManyRequests', `At most ${maxPlayerSearchesADay} searches a day are taken.`);
      return toFound(accountId, await findPlayersByName(kysely, accountId, name));
    },
    suggestions: async ({ session: { accountId } }) =>
      toFound(accountId, await findMutualPlatformFriends(kysely, accountId)),
    tellPlatformFriends: async ({ session: { accountId, identityId }, body: { Uids } }) => {
      if (identityId !== undefined && Uids.length > 0)
        await savePlatformFriends(kysely, { accountId, identityId }, Uids);
      return { Success: true };
    },
    settings: async ({ session: { accountId }, body: { Findable, SharesScores } }) => {
      const change = {
        ...(Findable !== undefined && { findable: Findable }),
        ...(SharesScores !== undefined && { shares_scores: SharesScores }),
      };
      const columns = ['findable', 'shares_scores'] as const;
      const account = await (Object.keys(change).length === 0
        ? kysely.selectFrom('accounts').select(columns).where('account_id', '=', accountId).executeTakeFirst()
        : kysely
            .updateTable('accounts')
            .set(change)
            .where('account_id', '=', accountId)
            .where('merged_into', 'is', null)
            .returning(columns)
            .executeTakeFirst());
      if (!account) throw new Problem('Unauthenticated');
      return { Findable: account.findable, SharesScores: account.shares_scores };
    },
  };
}
