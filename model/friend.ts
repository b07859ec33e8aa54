// Friends as the portal lists them, and as a game gets them from whatever platform it runs on.
import { Type } from 'typebox';
import { Gender } from './identity.ts';
import { instant, object, text, url, uuid } from './schema.ts';

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
    Type.String({ ...uuid, description: 'As the game knows this friend: the account id only if the friend plays it' }),
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
