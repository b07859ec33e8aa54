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
