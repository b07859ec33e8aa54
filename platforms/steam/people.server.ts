// Steam users' public profiles.
import { Type, type Static } from 'typebox';
import { unwrapResponse } from '#kit/call-vendor.server.ts';
import { id, readSteam, SteamDenied, type Host } from './client.server.ts';

const Person = Type.Object({
  steamid: id,
  personaname: Type.String({ maxLength: 400 }),
  avatarfull: Type.Optional(Type.String({ maxLength: 2048 })),
});
export type Person = Static<typeof Person>;

/** In any order; unknown ids are omitted. */
export async function readPeople(steamIds: readonly string[], host: Host): Promise<readonly Person[]> {
  const people: Person[] = [];
  for (let at = 0; at < steamIds.length; at += maxAtOnce) {
    const steamids = steamIds.slice(at, at + maxAtOnce).join(',');
    const reply = await readSteam('ISteamUser/GetPlayerSummaries/v2', { steamids }, People, host);
    people.push(...unwrapResponse(reply).players);
  }
  return people;
}

const maxAtOnce = 100;
const People = Type.Object({ players: Type.Array(Person) });

/** The newest five hundred. */
export async function readFriends(steamid: string, host: Host): Promise<readonly Person[]> {
  const friends = await readFriendIds(steamid, host);
  const newest = friends.toSorted((a, b) => b.friend_since - a.friend_since).slice(0, maxFriends);
  return readPeople(
    newest.map((friend) => friend.steamid),
    host,
  );
}

const maxFriends = 500;

async function readFriendIds(steamid: string, host: Host) {
  try {
    const asked = { steamid, relationship: 'friend' };
    return unwrapResponse(await readSteam('ISteamUser/GetFriendList/v1', asked, Friends, host)).friends;
  } catch (error) {
    // The list is private.
    if (error instanceof SteamDenied && error.status === 401) return [];
    throw error;
  }
}

const Friends = Type.Object({ friends: Type.Array(Type.Object({ steamid: id, friend_since: Type.Integer() })) });
