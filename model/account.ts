// The player's account as clients see it; it never contains the stored third-party tokens.
import { Type, type Static } from 'typebox';
import { gameConnectionResults } from './game-connection.ts';
import { SocialIdentifier } from './identity.ts';
import { Locale } from './locale-schema.ts';
import { CountryCode } from './money.ts';
import { email, instant, object, oneOf, text, uuid } from './schema.ts';

export const AccountFeature = oneOf(['None', 'ListGames']);

export const TagLink = object({ TagName: text(100), TagData: text(2000) });
export const Survey = object({ Id: text(64), Url: text(2048), Title: text(200) });

/** Settings of a game that the operator publishes to clients of its connected players. */
export const ConnectedGameSettings = object({
  TagsLinks: Type.Optional(Type.Array(TagLink, { maxItems: 100 })),
  Surveys: Type.Optional(Type.Array(Survey, { maxItems: 100 })),
});
export type ConnectedGameSettings = Static<typeof ConnectedGameSettings>;

export const ConnectedGame = object({
  Game: text(64),
  GameUid: text(128),
  GameJwt: Type.Optional(
    Type.String({ maxLength: 4096, description: 'A token for this game only, valid for ten minutes' }),
  ),
  StoreEnabled: Type.Optional(Type.Boolean()),
  ...ConnectedGameSettings.properties,
});
export type ConnectedGame = Static<typeof ConnectedGame>;

export const Account = object({
  AccountId: uuid,
  Name: text(80),
  Email: Type.Optional(email),
  EmailValidated: Type.Boolean(),
  HasEmail: Type.Boolean(),
  Guest: Type.Boolean(),
  HasCompletedOrder: Type.Boolean(),
  MarketingEnabled: Type.Boolean(),
  Locale,
  GeoCountry: Type.Optional(CountryCode),
  Features: Type.Array(AccountFeature),
  SocialIdentifiers: Type.Array(SocialIdentifier),
  ConnectedGames: Type.Array(ConnectedGame),
});
export type Account = Static<typeof Account>;

export const Profile = object({
  AccountId: uuid,
  Name: text(80),
  Email: Type.Optional(email),
  Locale,
  ConnectedGames: Type.Array(object({ Game: text(64), GameUid: text(128) })),
  SocialIdentifiers: Type.Array(SocialIdentifier),
});
export type Profile = Static<typeof Profile>;

export const PlayedGame = object({
  Game: text(64),
  GameUid: text(128),
  ConnectedAt: instant,
  LastPlayedAt: Type.Optional(instant),
  EmailShared: Type.Boolean({ description: 'Whether the player shares their email address with this game' }),
});

/**
 * A linked sign-in method. `Removable` is false for the last one that signs in to the account itself, not only to one
 * game.
 */
export const LinkedIdentity = object({
  Type: text(40),
  Id: text(256),
  Game: Type.Optional(Type.String({ maxLength: 64, description: 'Signs in to this game only' })),
  Confirmed: Type.Boolean({ description: "False: can't be used to sign in until it is verified in this account" }),
  AddedAt: instant,
  LastUsedAt: Type.Optional(instant),
  Removable: Type.Boolean(),
});

/** A service that a player can connect to one of their games. */
export const ConnectedService = object({
  Game: text(64),
  Service: text(40),
  Title: text(60),
  ConnectedAs: Type.Optional(text(100, { description: "The player's name at the service. Absent: not connected" })),
  Options: Type.Optional(
    Type.Record(text(40), Type.Unknown(), {
      description: 'What a browser needs to connect. Absent: the service is no longer offered for this game',
    }),
  ),
});
export type ConnectedService = Static<typeof ConnectedService>;

export const Device = object({
  SessionId: uuid,
  Current: Type.Boolean(),
  UserAgent: text(400),
  Network: text(64),
  Country: Type.Optional(CountryCode),
  SignedInAt: instant,
  LastSeenAt: instant,
  SignedInBy: text(40),
  Game: Type.Optional(Type.String({ maxLength: 64, description: 'Set if the session is for this game only' })),
  Platform: Type.Optional(text(40, { description: 'The platform, as reported by the game' })),
  Handed: Type.Boolean({
    description: "Signed in from another device: can play and buy, but can't change the account",
  }),
});

export const AccountOverview = object({
  Account,
  Identities: Type.Array(LinkedIdentity),
  Games: Type.Array(PlayedGame),
  Devices: Type.Array(Device),
  DeleteAfter: Type.Optional(instant),
  Merges: Type.Array(object({ MergeId: uuid, Name: text(80), MergedAt: instant, UndoUntil: instant })),
});
export type AccountOverview = Static<typeof AccountOverview>;

/** `This` is the account of the session. `Other` is the account that the player also proved to own. */
export const MergeSide = oneOf(['This', 'Other']);

export const MergingAccount = object({
  AccountId: uuid,
  Name: text(80),
  Guest: Type.Boolean(),
  Email: Type.Optional(Type.String({ maxLength: 254, description: 'Masked' })),
  CreatedAt: instant,
  Games: Type.Array(PlayedGame),
  LastPlayedAt: Type.Optional(instant),
  Purchases: Type.Integer(),
  Identities: Type.Array(
    object({
      Type: text(40),
      Id: text(256),
      Game: Type.Optional(Type.String({ maxLength: 64, description: 'Signs in to this game only' })),
      SignsIn: Type.Boolean({ description: 'Whether it still signs in after the merge' }),
    }),
  ),
  Friends: Type.Integer(),
});

export const MergePreview = object({
  This: MergingAccount,
  Other: MergingAccount,
  Keep: MergeSide,
  /**
   * Games connected to both accounts: one connection stays active, the other is stored so that the merge can be undone.
   */
  Conflicts: Type.Array(object({ Game: text(64), Keep: MergeSide })),
  UndoDays: Type.Integer(),
});
export type MergePreview = Static<typeof MergePreview>;

export const GameConnectionResult = oneOf(namesOf(gameConnectionResults));

export const ExternalIdState = oneOf(['Authenticated', 'NeedsEmailConfirmation', 'NeedsTransfer', 'Refused']);

function namesOf<T extends object>(table: T): [keyof T & string, ...(keyof T & string)[]] {
  return Object.keys(table) as [keyof T & string, ...(keyof T & string)[]];
}
