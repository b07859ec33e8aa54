/** A friend may have several lines, and is one friend. */
export function countFriends(lines: readonly { readonly FriendAccountId: string }[]): number {
  return new Set(lines.map(({ FriendAccountId }) => FriendAccountId)).size;
}
