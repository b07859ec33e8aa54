// Signing in, by every way that is not one adapter's own, and out again. Tokens in replies are session tokens of the
// portal unless their name says otherwise.
import { Type } from 'typebox';
import { ConnectedGame, ExternalIdState, GameConnectionResult } from '#model/account.ts';
import { GameName } from '#model/game.ts';
import { SocialIdentifier } from '#model/identity.ts';
import { route } from '#model/route.ts';
import { email, object, text, url, uuid } from '#model/schema.ts';
import { externalLoginBlocks, IdentityTypeName, loginBlocks, WebPublishingPlatform } from './registries.ts';

const Token = text(200);
const SessionId = Type.Optional(text(64));
const Locale = Type.Optional(text(20));
const TransferOptions = Type.Array(object({ AccountId: uuid, Name: text(80), Games: Type.Array(text(64)) }));
const UserInfo = object({ Sub: text(128), Id: text(128), Email: Type.Optional(email) });
const Tokens = object({ Token, RefreshToken: Type.Optional(Token), GameToken: Type.Optional(text(4096)) });

export const auth = {
  authenticateFromEmailInvite: route({
    method: 'POST',
    path: '/auth/authenticate_from_email_invite',
    access: 'anyone',
    summary: 'Sign in with the token of a mail link.',
    body: object({ InviteToken: text(100) }),
    reply: object({
      Success: Type.Boolean(),
      Error: Type.Optional(text(500)),
      Token: Type.Optional(Token),
      RedirectUri: Type.Optional(url),
    }),
    perMinute: 30,
  }),
  authenticateFromGame: route({
    method: 'POST',
    path: '/auth/authenticate_from_game',
    access: 'anyone',
    summary: 'Sign in from inside a game, by the token that the game holds.',
    body: object({
      Token: text(4096),
      Game: GameName,
      Platform: Type.Optional(WebPublishingPlatform),
      Standalone: Type.Optional(Type.Boolean()),
      DeviceId: Type.Optional(text(128)),
      Locale,
    }),
    reply: object({
      IsConnected: Type.Boolean(),
      ConnectedData: Type.Optional(object({ Token, AccountId: uuid, GameUid: text(128) })),
      NotConnectedData: Type.Optional(object({ ConnectToken: text(100), GameUid: text(128) })),
    }),
    perMinute: 30,
  }),
  authenticateFromImport: route({
    method: 'POST',
    path: '/auth/authenticate_from_import',
    access: 'game',
    summary: "Sign in a player that a game brings from elsewhere. Needs the game's own credential.",
    body: object({
      GameSystemName: GameName,
      Game: Type.Optional(GameName),
      SocialIdentifierType: IdentityTypeName,
      SocialIdentifier: text(256),
    }),
    reply: object({ Token }),
  }),
  authenticateFromSocial: route({
    method: 'POST',
    path: '/auth/authenticate_from_social',
    access: 'anyone',
    summary: 'Sign in with the identity of the platform that the game runs on.',
    body: object({ Social: WebPublishingPlatform, Game: GameName, Locale, SessionId, ...loginBlocks }),
    reply: object({ Token, AccountId: uuid, SocialIdentifierType: IdentityTypeName, SocialIdentifier: text(256) }),
    errors: ['UnknownGame'],
    perMinute: 60,
  }),
  authenticateFromTempToken: route({
    method: 'POST',
    path: '/auth/authenticate_from_temp_token',
    access: 'anyone',
    summary: 'Sign in with a token that lives a minute and works once.',
    body: object({ TempToken: text(100) }),
    reply: object({ Token, TempTokenData: Type.Optional(object({ RedirectUri: Type.Optional(url) })) }),
    perMinute: 30,
  }),
  authenticateToFxidAdapterForExternalId: route({
    method: 'POST',
    path: '/auth/authenticate_to_fxid_adapter_for_external_id',
    access: 'anyone',
    summary: 'Sign in by an identity from elsewhere, on the way to a game that keeps ids of its own.',
    body: object({ AuthenticationType: text(40), Game: GameName, Locale, SessionId, ...externalLoginBlocks }),
    reply: object({
      State: ExternalIdState,
      Tokens: Type.Optional(Tokens),
      Hint: Type.Optional(text(200)),
      Email: Type.Optional(text(254)),
      TransferOptions: Type.Optional(TransferOptions),
    }),
    perMinute: 30,
  }),
  authenticateToFxid: route({
    method: 'POST',
    path: '/auth/authenticate_to_fxid',
    access: 'anyone',
    summary: 'Sign in by an identity of the sign-in modal; with a session, add it to that account.',
    body: object({ AuthenticationType: text(40), Game: Type.Optional(GameName), ...externalLoginBlocks }),
    reply: object({
      Success: Type.Boolean(),
      Data: Type.Optional(object({ AccountId: uuid, Token })),
      Error: Type.Optional(object({ Message: text(500) })),
    }),
    perMinute: 30,
  }),
  authenticateWithExternalId: route({
    method: 'POST',
    path: '/auth/authenticate_with_external_id/{Game}',
    access: 'anyone',
    summary: 'Sign in to a game that keeps ids of its own: by mail, by such an id, or by a refresh token.',
    params: object({ Game: GameName }),
    body: object({
      Locale,
      RefreshToken: Type.Optional(Token),
      SessionId,
      EmailCredentials: Type.Optional(object({ Email: email, Code: Type.Optional(text(20)) })),
      ExternalSocialIdentifier: Type.Optional(SocialIdentifier),
      ExternalInfo: Type.Optional(object({ Name: Type.Optional(text(80)), Signature: Type.Optional(text(1000)) })),
      AdditionalOptions: Type.Optional(object({ TransferFromAccountId: Type.Optional(uuid) })),
    }),
    reply: object({
      State: ExternalIdState,
      Tokens: Type.Optional(Tokens),
      Hint: Type.Optional(text(200)),
      TransferOptions: Type.Optional(TransferOptions),
    }),
    errors: ['UnknownGame'],
    perMinute: 30,
  }),
  createTempToken: route({
    method: 'POST',
    path: '/auth/create_temp_token',
    access: 'player',
    summary: 'A token that signs in once within a minute, to carry a session to another window.',
    body: object({ RedirectUri: Type.Optional(url) }),
    reply: object({ TempToken: text(100) }),
  }),
  logout: route({
    method: 'GET',
    path: '/auth/logout',
    access: 'player',
    summary: 'End this session on every node at once.',
  }),
  validateGameAccessToken: route({
    method: 'POST',
    path: '/auth/validate-external-id-auth-game-access-token',
    access: 'anyone',
    summary: 'Ask whether an access token for a game is good, and whose it is.',
    body: object({ Game: GameName, AccessToken: text(4096) }),
    reply: object({ Valid: Type.Boolean(), AccountId: Type.Optional(uuid), GameUid: Type.Optional(text(128)) }),
    perMinute: 120,
  }),
  userInfo: route({
    method: 'GET',
    path: '/auth/oauth/userinfo/{Game}',
    access: 'player',
    summary: 'Who the token belongs to, as OpenID Connect asks it.',
    params: object({ Game: GameName }),
    reply: UserInfo,
    errors: ['UnknownGame'],
  }),
  userInfoByPost: route({
    method: 'POST',
    path: '/auth/oauth/userinfo/{Game}',
    access: 'player',
    summary: 'Who the token belongs to, as OpenID Connect asks it, by POST.',
    params: object({ Game: GameName }),
    reply: UserInfo,
    errors: ['UnknownGame'],
  }),
};

export const invite = {
  connectFromGame: route({
    method: 'POST',
    path: '/invite/connect_from_game',
    access: 'player',
    summary: 'Connect the game account behind a connect token to the signed-in account.',
    body: object({ Game: GameName, ConnectToken: text(100) }),
    reply: object({ Result: GameConnectionResult, ConnectedGame: Type.Optional(ConnectedGame) }),
  }),
  emailInvite: route({
    method: 'POST',
    path: '/invite/email_invite',
    access: 'anyone',
    summary: 'Send a sign-in link. The answer is the same whether or not the account exists.',
    body: object({ CaptchaResult: text(4096), Email: email, GameSystemName: Type.Optional(GameName) }),
    reply: object({
      Success: Type.Boolean(),
      Token: Type.Optional(
        Type.String({ maxLength: 100, description: 'A handle to ask for the status with; it signs nobody in' }),
      ),
    }),
    perMinute: 10,
  }),
  status: route({
    method: 'POST',
    path: '/invite/status',
    access: 'anyone',
    summary: 'How an invite that this browser began stands.',
    body: object({ Token: text(100) }),
    reply: object({ Status: Type.Enum(['Waiting', 'Used', 'Expired']) }),
    perMinute: 120,
  }),
  updateConnectGameInvite: route({
    method: 'POST',
    path: '/invite/update_connect_game_invite',
    access: 'player',
    summary: 'Confirm or refuse connecting a game.',
    body: object({ ConnectToken: text(100), Accept: Type.Boolean() }),
    reply: object({ Result: GameConnectionResult }),
  }),
};
