// Friends at Kongregate: first their ids, then their profiles in batches of fifty. A private profile has an empty list.
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { Problem } from '#model/problem.ts';
import { url } from '#model/schema.ts';
import type { PlatformCallHandlers } from '../port.server.ts';
import { createKongregateClient } from './client.server.ts';
import type { kongregate } from './platform.ts';

type Host = Parameters<typeof listFriends>[1];

export const listFriends: PlatformCallHandlers<typeof kongregate>['friends'] = async (_, host, tools) => {
  const player = await tools.caller();
  if (player?.type !== 'Kongregate') return { Friends: [] };
  try {
    return { Friends: (await readFriends(player.externalId, host)).map(describeFriend) };
  } catch (error) {
    host.log.warn({ err: error }, "A Kongregate player's friends could not be read.");
    throw new Problem('ProviderUnavailable');
  }
};

const maxFriends = 250;
const atOnce = 50;

async function readFriends(userId: string, host: Host): Promise<Static<typeof User>[]> {
  const { read } = createKongregateClient(host);
  const ask = { subject: 'friends', path: '/user_info.json' };
  const list = await read({ ...ask, query: { user_id: userId, friends: 'true' }, answer: FriendList });
  const ids = list.friend_ids.slice(0, maxFriends);
  const found: Static<typeof User>[] = [];
  for (let at = 0; at < ids.length; at += atOnce) {
    const query = { user_ids: ids.slice(at, at + atOnce).join(',') };
    found.push(...(await read({ ...ask, query, answer: Users })).users);
  }
  return found;
}

function describeFriend({ user_id, username, avatar_url, user_vars }: Static<typeof User>) {
  const AvatarUrl = user_vars?.avatar_url ?? avatar_url;
  return {
    UserId: String(user_id),
    UserName: username.slice(0, 100),
    ...(Value.Check(url, AvatarUrl) && { AvatarUrl }),
  };
}

const number = Type.Integer({ minimum: 1 });
const FriendList = Type.Object({ success: Type.Literal(true), friend_ids: Type.Array(number) });
const avatar = { avatar_url: Type.Optional(Type.Unknown()) };
// Kongregate documents the picture within `user_vars`; it has also been seen next to the name.
const User = Type.Object({
  user_id: number,
  username: Type.String(),
  user_vars: Type.Optional(Type.Object(avatar)),
  ...avatar,
});
const Users = Type.Object({ success: Type.Literal(true), users: Type.Array(User) });
