// Friends as the portal lists them, and as a game gets them from whatever platform it runs on.
import { Type, type Static } from 'typebox';
import { Gender } from './identity.ts';
import { instant, object, oneOf, text, url, uuid } from './schema.ts';

export const Photo = object({ url, width: Type.Integer({ minimum: 0 }), height: Type.Integer({ minimum: 0 }) });

/** A friend on our own account. */
export const Friend = object({
  FriendAccountId: uuid,
  GameId: Type.Optional(text(64)),
  Game: Type.Optional(text(64)),
  InThisGame: Type.Boolean(),
  LastUpdatedAt: instant,
  Name: text(80),
  Status: text(200),
});

/** A friend in the list of one's own friends. */
export const ListedFriend = object({
  ...Friend.properties,
  Uid: Type.Optional(
    Type.String({ ...uuid, description: "The friend's id for this game: the account id only if the friend plays it" }),
  ),
  InvitedAt: Type.Optional(
    Type.String({ ...instant, description: 'When the caller invited this friend to the game, within the last day' }),
  ),
});

/** An invitation to a game that a friend has sent. */
export const FriendInvite = object({
  FriendAccountId: uuid,
  Name: text(80),
  Game: text(64),
  Title: text(200),
  Message: text(200),
  CreatedAt: instant,
});

/** A friend on the platform, as the game is told. */
export const PlatformFriend = object({
  uid: text(128),
  firstName: text(80),
  lastName: text(80),
  displayName: text(160),
  gender: Gender,
  photo: Type.Optional(Photo),
});

/** One line of the list "what friends are doing". */
export const FriendStatus = object({
  Game: text(64),
  FriendAccountId: uuid,
  Name: Type.Optional(text(80)),
  Status: Type.Optional(text(200)),
  LastUpdatedAt: instant,
});

/** The address of the stream of events, under the API's base: what friends do, as it happens. */
export const friendEventsPath = '/friends/events';

/** Whether a friend is here at the moment. */
export const FriendPresence = object({
  FriendAccountId: uuid,
  Online: Type.Boolean(),
  Game: Type.Optional(text(64, { description: 'The game being played; absent: none right now' })),
});

/** A request to be friends, seen from either side. */
export const FriendRequest = object({
  RequestId: uuid,
  Name: text(80),
  CreatedAt: instant,
});

/** A link of one's own that invites. Its address was told once. */
export const FriendLink = object({
  LinkId: uuid,
  Way: oneOf(['Link', 'Mail']),
  Game: Type.Optional(text(64)),
  Uses: Type.Integer({ minimum: 0 }),
  MostUses: Type.Integer({ minimum: 1 }),
  CreatedAt: instant,
  ExpiresAt: instant,
});

export const BlockedPlayer = object({ BlockId: uuid, Name: text(80), CreatedAt: instant });

/** Somebody who could be asked to be friends. */
export const FoundPlayer = object({
  PlayerId: Type.String({ ...uuid, description: 'Valid only for this caller' }),
  Name: text(80),
  KnownFrom: Type.Optional(
    text(40, { description: 'The identity type through which the platform reported this player' }),
  ),
});

/** What arrives on the stream of events. `here`: everybody who is here, at the beginning; `changed`: look at your lists again;
 * `enough`: another page of the same player is listened to instead, do not come back. */
export interface FriendEvents {
  readonly here: { readonly Friends: readonly Static<typeof FriendPresence>[] };
  readonly presence: Static<typeof FriendPresence>;
  readonly status: Static<typeof FriendStatus>;
  readonly changed: { readonly NewFriend?: string };
  readonly enough: object;
}
