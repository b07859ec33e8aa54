import { Type, type Static } from 'typebox';
import { Gender } from './identity.ts';
import { instant, object, oneOf, text, url, uuid } from './schema.ts';

export const Photo = object({ url, width: Type.Integer({ minimum: 0 }), height: Type.Integer({ minimum: 0 }) });

export const Friend = object({
  FriendAccountId: uuid,
  GameId: Type.Optional(text(64)),
  Game: Type.Optional(text(64)),
  InThisGame: Type.Boolean(),
  LastUpdatedAt: instant,
  Name: text(80),
  Status: text(200),
});

export const FriendListEntry = object({
  ...Friend.properties,
  Uid: Type.Optional(
    Type.String({ ...uuid, description: "The friend's id for this game: the account id only if the friend plays it" }),
  ),
  InvitedAt: Type.Optional(
    Type.String({ ...instant, description: 'When the caller invited this friend to the game, within the last day' }),
  ),
});

export const FriendInvite = object({
  FriendAccountId: uuid,
  Name: text(80),
  Game: text(64),
  Title: text(200),
  Message: text(200),
  CreatedAt: instant,
});

export const PlatformFriend = object({
  uid: text(128),
  firstName: text(80),
  lastName: text(80),
  displayName: text(160),
  gender: Gender,
  photo: Type.Optional(Photo),
});

export const FriendStatus = object({
  Game: text(64),
  FriendAccountId: uuid,
  Name: Type.Optional(text(80)),
  Status: Type.Optional(text(200)),
  LastUpdatedAt: instant,
});

/** Server-sent events, below the API's base path. */
export const friendEventsPath = '/friends/events';

export const FriendPresence = object({
  FriendAccountId: uuid,
  Online: Type.Boolean(),
  Game: Type.Optional(text(64, { description: 'The game being played; absent: none right now' })),
});

export const FriendRequest = object({
  RequestId: uuid,
  Name: text(80),
  CreatedAt: instant,
});

/** An invitation link that the player created. Its URL is returned only when it is created. */
export const FriendInvitationLink = object({
  LinkId: uuid,
  Method: oneOf(['Link', 'Mail']),
  Game: Type.Optional(text(64)),
  Uses: Type.Integer({ minimum: 0 }),
  MaxUses: Type.Integer({ minimum: 1 }),
  CreatedAt: instant,
  ExpiresAt: instant,
});

export const BlockedPlayer = object({ BlockId: uuid, Name: text(80), CreatedAt: instant });

/** A player to whom the caller can send a friend request. */
export const FoundPlayer = object({
  PlayerId: Type.String({ ...uuid, description: 'Valid only for this caller' }),
  Name: text(80),
  KnownFrom: Type.Optional(
    text(40, { description: 'The identity type through which the platform reported this player' }),
  ),
});

/**
 * The server-sent events. `here`: all friends who are online, sent first. `changed`: reload the friend lists.
 * `achievement`: the game's server has unlocked an achievement of the player in the game being played. `enough`: the
 * player has too many pages open and this one, the oldest, gets no more events; don't reconnect.
 */
export interface FriendEvents {
  readonly here: { readonly Friends: readonly Static<typeof FriendPresence>[] };
  readonly presence: Static<typeof FriendPresence>;
  readonly status: Static<typeof FriendStatus>;
  readonly changed: { readonly NewFriend?: string };
  readonly achievement: { readonly Game: string; readonly Code: string };
  readonly enough: object;
}
