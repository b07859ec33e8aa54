import { Type, type Static } from 'typebox';
import { unwrapVendorReply } from '#kit/call-vendor.server.ts';
import { SteamIdSchema, getFromSteam, SteamDeniedError, type SteamHost } from './client.server.ts';

const SteamProfile = Type.Object({
  steamid: SteamIdSchema,
  personaname: Type.String({ maxLength: 400 }),
  avatarfull: Type.Optional(Type.String({ maxLength: 2048 })),
});
export type SteamProfile = Static<typeof SteamProfile>;

export async function fetchProfiles(steamIds: readonly string[], host: SteamHost): Promise<readonly SteamProfile[]> {
  const people: SteamProfile[] = [];
  for (let at = 0; at < steamIds.length; at += maxAtOnce) {
    const steamids = steamIds.slice(at, at + maxAtOnce).join(',');
    const reply = await getFromSteam('ISteamUser/GetPlayerSummaries/v2', { steamids }, People, host);
    people.push(...unwrapVendorReply(reply).players);
  }
  return people;
}

const maxAtOnce = 100;
const People = Type.Object({ players: Type.Array(SteamProfile) });

/** The newest five hundred. */
export async function fetchFriends(steamid: string, host: SteamHost): Promise<readonly SteamProfile[]> {
  const friends = await readFriendIds(steamid, host);
  const newest = friends.toSorted((a, b) => b.friend_since - a.friend_since).slice(0, maxFriends);
  return fetchProfiles(
    newest.map((friend) => friend.steamid),
    host,
  );
}

const maxFriends = 500;

async function readFriendIds(steamid: string, host: SteamHost) {
  try {
    const asked = { steamid, relationship: 'friend' };
    return unwrapVendorReply(await getFromSteam('ISteamUser/GetFriendList/v1', asked, Friends, host)).friends;
  } catch (error) {
    // The list is private.
    if (error instanceof SteamDeniedError && error.status === 401) return [];
    throw error;
  }
}

const Friends = Type.Object({
  friends: Type.Array(Type.Object({ steamid: SteamIdSchema, friend_since: Type.Integer() })),
});
