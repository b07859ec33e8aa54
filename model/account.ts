// The player's account as clients see it. Tokens of third parties that it holds are never part of any reply.
import { Type, type Static } from 'typebox';
import { gameConnectionResults } from './game-connection.ts';
import { SocialIdentifier } from './identity.ts';
import { Locale } from './locale.ts';
import { CountryCode } from './money.ts';
import { email, object, oneOf, text, uuid } from './schema.ts';

export const AccountFeature = oneOf(['None', 'ListGames']);

export const TagLink = object({ TagName: text(100), TagData: text(2000) });
export const Survey = object({ Id: text(64), Url: text(2048), Title: text(200) });

export const ConnectedGame = object({
  Game: text(64),
  GameUid: text(128),
  GameJwt: Type.Optional(
    Type.String({ maxLength: 4096, description: 'A token for this one game, good for ten minutes' }),
  ),
  StoreEnabled: Type.Optional(Type.Boolean()),
  TagsLinks: Type.Optional(Type.Array(TagLink)),
  Surveys: Type.Optional(Type.Array(Survey)),
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

/** What `POST /profile` answers. */
export const Profile = object({
  AccountId: uuid,
  Name: text(80),
  Email: Type.Optional(email),
  Locale,
  ConnectedGames: Type.Array(object({ Game: text(64), GameUid: text(128) })),
  SocialIdentifiers: Type.Array(SocialIdentifier),
});
export type Profile = Static<typeof Profile>;

export const GameConnectionResult = oneOf(namesOf(gameConnectionResults));

/** How a sign-in with an id from elsewhere stands. */
export const ExternalIdState = oneOf(['Authenticated', 'NeedsEmailConfirmation', 'NeedsTransfer', 'Refused']);

function namesOf<T extends object>(table: T): [keyof T & string, ...(keyof T & string)[]] {
  return Object.keys(table) as [keyof T & string, ...(keyof T & string)[]];
}
