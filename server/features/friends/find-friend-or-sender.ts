import type { Kysely } from 'kysely';
import { Problem } from '#model/problem.ts';
import type { Tables } from '#server/db/tables.ts';
import { findFriend } from './find-friend.ts';
import { findRequestSender } from './friend-requests.ts';

/** The account of a friend, or of the sender of a friend request. Undefined if the caller has neither. */
export function findFriendOrSender(
  db: Kysely<Tables>,
  accountId: string,
  { FriendAccountId, RequestId }: { readonly FriendAccountId?: string; readonly RequestId?: string },
): Promise<string | undefined> {
  if ((FriendAccountId === undefined) === (RequestId === undefined))
    throw new Problem('InvalidRequest', 'Send either FriendAccountId or RequestId.');
  return RequestId === undefined
    ? findFriend(db, accountId, (friendId) => friendId === FriendAccountId)
    : findRequestSender(db, accountId, RequestId);
}

export const noSuchPlayer = (): Problem => new Problem('NotFound', 'Neither a friend nor a request has this id.');
