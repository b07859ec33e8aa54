// Signing in, by every way that is not one adapter's own, and out again. Tokens in replies are session tokens of the
// portal unless their name says otherwise. A session that begins with a game's word is good for that game: it plays and
// buys there, and it changes nothing about the account itself.
import { Type } from 'typebox';
import { ConnectedGame, ExternalIdState, GameConnectionResult } from '#model/account.ts';
import { GameName, OneGame } from '#model/game.ts';
import { SocialIdentifier } from '#model/identity.ts';
import { anySession, route } from '#model/route.ts';
import { Done, email, Nothing, object, text, url, uuid } from '#model/schema.ts';
import { MergeOffer, SignedInReply } from '#model/sign-in.ts';
import { externalLoginBlocks, IdentityTypeName, loginBlocks, WebPublishingPlatform } from './registries.ts';

const Token = text(200);
const SessionId = Type.Optional(text(64));
const Locale = Type.Optional(text(20));
const CaptchaResult = Type.Optional(text(4096, { description: 'A token of the robot check, where one is asked for' }));
export const TransferOption = object({ AccountId: uuid, Name: text(80), Games: Type.Array(text(64)) });
export const ExternalIdOptions = object({ TransferFromAccountId: Type.Optional(uuid) });
/** How a sign-in by mail ended. Without success and with `Confirmation`, a click of a person is wanted first. */
export const MailSignIn = object({
  Success: Type.Boolean(),
  Error: Type.Optional(text(500)),
  Token: Type.Optional(Token),
  AccountId: Type.Optional(uuid),
  RedirectUri: Type.Optional(url),
  Merge: Type.Optional(MergeOffer),
  TriesLeft: Type.Optional(Type.Integer({ description: 'How often a code may still be tried' })),
  Confirmation: Type.Optional(
    object({
      Email: Type.String({ maxLength: 254, description: 'Masked' }),
      Mark: text(10),
      Game: Type.Optional(GameName),
      Nonce: Type.String({ maxLength: 100, description: 'To be sent back with the click' }),
    }),
  ),
});
/** By our names, and by those of OpenID Connect. */
export const UserInfo = object({
  Sub: text(128),
  Id: text(128),
  Email: Type.Optional(email),
  sub: text(128),
  email: Type.Optional(email),
  email_verified: Type.Optional(Type.Boolean({ description: 'True wherever there is an address' })),
});
export const SignInTokens = object({ Token, RefreshToken: Type.Optional(Token), GameToken: Type.Optional(text(4096)) });

export const TempToken = object({ TempToken: text(100) });
/** Where the window goes that a temporary token signs in. */
export const TempTokenData = object({ RedirectUri: Type.Optional(url) });
export const GameConnectionReply = object({
  Result: GameConnectionResult,
  ConnectedGame: Type.Optional(ConnectedGame),
});

export const auth = {
  authenticateFromEmailInvite: route({
    method: 'POST',
    path: '/auth/authenticate_from_email_invite',
    access: ['anyone', 'bound', 'whole'],
    summary:
      'Sign in with the token of a mail link: at once in the browser that asked for it, elsewhere after a click.',
    body: object({
      InviteToken: text(100),
      Handle: Type.Optional(
        Type.String({ maxLength: 100, description: 'What /invite/email_invite gave the browser that asked' }),
      ),
      Nonce: Type.Optional(Type.String({ maxLength: 100, description: 'Of the confirmation that was clicked' })),
      CaptchaResult: Type.Optional(text(4096)),
    }),
    reply: MailSignIn,
    errors: ['CaptchaFailed'],
    perMinute: 30,
  }),
  authenticateFromEmailCode: route({
    method: 'POST',
    path: '/auth/authenticate_from_email_code',
    access: ['anyone', 'bound', 'whole'],
    summary:
      'Sign in with the six digits of a mail, in the browser that asked for it. Five tries a mail; after several wrong ones in a day a robot check is asked for, and then the link is the way that is left.',
    body: object({ Handle: text(100), Code: text(20), CaptchaResult }),
    reply: MailSignIn,
    errors: ['CaptchaFailed'],
    perMinute: 30,
  }),
  authenticateFromGame: route({
    method: 'POST',
    path: '/auth/authenticate_from_game',
    access: ['anyone'],
    summary: "Sign in from a game, by a token that the game's server has signed. See the guide for games.",
    body: object({
      Token: text(4096),
      Game: GameName,
      Platform: Type.Optional(WebPublishingPlatform),
      Standalone: Type.Optional(
        Type.Boolean({ description: 'The game has no portal around it: who is not connected gets a guest account' }),
      ),
      DeviceId: Type.Optional(text(128)),
      Locale,
    }),
    reply: object({
      IsConnected: Type.Boolean(),
      ConnectedData: Type.Optional(object({ Token, AccountId: uuid, GameUid: text(128) })),
      NotConnectedData: Type.Optional(object({ ConnectToken: text(100), GameUid: text(128) })),
    }),
    errors: ['UnknownGame', 'ProofRefused', 'TokenExpiredOrUsed'],
    perMinute: 30,
  }),
  authenticateFromImport: route({
    method: 'POST',
    path: '/auth/authenticate_from_import',
    access: ['game'],
    summary: "Sign in a player that a game brings from elsewhere. Needs the game's own credential.",
    body: object({
      GameSystemName: GameName,
      Game: Type.Optional(GameName),
      SocialIdentifierType: text(40),
      SocialIdentifier: text(256, { minLength: 1 }),
    }),
    reply: object({ Token }),
    errors: ['UnknownGame', 'ImportNotAllowed'],
    perMinute: 600,
  }),
  authenticateFromSocial: route({
    method: 'POST',
    path: '/auth/authenticate_from_social',
    access: ['anyone', 'bound', 'whole'],
    summary: 'Sign in with the identity of the platform that the game runs on.',
    body: object({ Social: WebPublishingPlatform, Game: GameName, Locale, SessionId, ...loginBlocks }),
    reply: object({
      Token,
      AccountId: uuid,
      // Absent where a code of our own was brought: it proves no identity.
      SocialIdentifierType: Type.Optional(IdentityTypeName),
      SocialIdentifier: Type.Optional(text(256)),
    }),
    errors: ['UnknownGame', 'ProofRefused', 'TokenExpiredOrUsed', 'NotConfigured', 'ProviderUnavailable'],
    perMinute: 60,
  }),
  authenticateFromTempToken: route({
    method: 'POST',
    path: '/auth/authenticate_from_temp_token',
    access: ['anyone'],
    summary: 'Sign in with a token that lives a minute and works once.',
    body: TempToken,
    reply: object({ Token, TempTokenData: Type.Optional(TempTokenData) }),
    errors: ['TokenExpiredOrUsed'],
    perMinute: 60,
  }),
  authenticateToFxidAdapterForExternalId: route({
    method: 'POST',
    path: '/auth/authenticate_to_fxid_adapter_for_external_id',
    access: ['anyone', 'whole'],
    summary: 'Sign in by an identity from elsewhere, on the way to a game that keeps ids of its own.',
    body: object({
      AuthenticationType: text(40),
      Game: GameName,
      Locale,
      SessionId,
      AdditionalOptions: Type.Optional(ExternalIdOptions),
      ...externalLoginBlocks,
    }),
    reply: object({
      State: ExternalIdState,
      Tokens: Type.Optional(SignInTokens),
      Hint: Type.Optional(text(200)),
      Email: Type.Optional(text(254)),
      TransferOptions: Type.Optional(Type.Array(TransferOption)),
    }),
    errors: ['UnknownGame', 'NotConfigured'],
    perMinute: 30,
  }),
  authenticateToFxid: route({
    method: 'POST',
    path: '/auth/authenticate_to_fxid',
    access: ['anyone', 'bound', 'whole'],
    summary: 'Sign in by an identity of the sign-in modal; with a session, add it to that account.',
    body: object({
      AuthenticationType: text(40),
      Game: Type.Optional(GameName),
      Locale,
      MarketingEnabled: Type.Optional(Type.Boolean()),
      ...externalLoginBlocks,
    }),
    reply: object({
      Success: Type.Boolean(),
      Data: Type.Optional(SignedInReply),
      Error: Type.Optional(object({ Message: text(500) })),
    }),
    perMinute: 30,
  }),
  authenticateWithExternalId: route({
    method: 'POST',
    path: '/auth/authenticate_with_external_id/{Game}',
    access: ['anyone', 'whole'],
    summary:
      "Sign in to a game that keeps ids of its own: by mail, by such an id, or by a refresh token. A mail is sent for a passed robot check or for the game's own credential.",
    params: OneGame,
    body: object({
      Locale,
      RefreshToken: Type.Optional(Token),
      SessionId,
      EmailCredentials: Type.Optional(object({ Email: email, Code: Type.Optional(text(20)) })),
      CaptchaResult,
      ExternalSocialIdentifier: Type.Optional(SocialIdentifier),
      ExternalInfo: Type.Optional(object({ Name: Type.Optional(text(80)), Signature: Type.Optional(text(1000)) })),
      AdditionalOptions: Type.Optional(ExternalIdOptions),
    }),
    reply: object({
      State: ExternalIdState,
      Tokens: Type.Optional(SignInTokens),
      Hint: Type.Optional(text(200)),
      TransferOptions: Type.Optional(Type.Array(TransferOption)),
    }),
    errors: ['UnknownGame', 'CaptchaFailed'],
    perMinute: 30,
  }),
  createTempToken: route({
    method: 'POST',
    path: '/auth/create_temp_token',
    access: ['bound', 'whole'],
    summary: 'A token that signs in once within a minute, to carry a session to another window.',
    body: TempTokenData,
    reply: TempToken,
    errors: ['InvalidRequest'],
  }),
  logout: route({
    method: 'GET',
    path: '/auth/logout',
    access: anySession,
    summary: 'End this session on every node at once.',
  }),
  confirmFresh: route({
    method: 'POST',
    path: '/auth/confirm_fresh',
    access: ['fresh'],
    summary: 'Whether the caller has just proved who he is: to be asked before something that takes several steps.',
    body: Nothing,
    reply: Done,
  }),
  logoutEverywhere: route({
    method: 'POST',
    path: '/auth/logout_everywhere',
    access: ['fresh'],
    summary: 'End every session of the account on every node at once, or every other one.',
    body: object({ ExceptThis: Type.Optional(Type.Boolean()) }),
    reply: object({ Ended: Type.Integer() }),
    errors: ['SignInAgain'],
  }),
  validateGameAccessToken: route({
    method: 'POST',
    path: '/auth/validate-external-id-auth-game-access-token',
    access: ['anyone'],
    summary: 'Ask whether an access token for a game is good, and whose it is.',
    body: object({ Game: GameName, AccessToken: text(4096) }),
    reply: object({ Valid: Type.Boolean(), AccountId: Type.Optional(uuid), GameUid: Type.Optional(text(128)) }),
    perMinute: 120,
  }),
  userInfo: route({
    method: 'GET',
    path: '/auth/oauth/userinfo/{Game}',
    access: ['anyone', ...anySession],
    summary: 'Who the GameJwt of a game, or the session, belongs to, as OpenID Connect asks it.',
    params: OneGame,
    reply: UserInfo,
    errors: ['UnknownGame', 'Unauthenticated', 'GameNotConnected'],
  }),
  userInfoByPost: route({
    method: 'POST',
    path: '/auth/oauth/userinfo/{Game}',
    access: ['anyone', ...anySession],
    summary: 'Who the GameJwt of a game, or the session, belongs to, as OpenID Connect asks it, by POST.',
    params: OneGame,
    reply: UserInfo,
    errors: ['UnknownGame', 'Unauthenticated', 'GameNotConnected'],
  }),
  userInfoOfToken: route({
    method: 'GET',
    path: '/auth/oauth/userinfo',
    access: ['anyone', ...anySession],
    summary: 'Who a GameJwt belongs to, for OpenID clients: the token itself says for which game it is.',
    reply: UserInfo,
    errors: ['Unauthenticated', 'GameNotConnected'],
  }),
  userInfoOfTokenByPost: route({
    method: 'POST',
    path: '/auth/oauth/userinfo',
    access: ['anyone', ...anySession],
    summary: 'Who a GameJwt belongs to, for OpenID clients that ask by POST.',
    reply: UserInfo,
    errors: ['Unauthenticated', 'GameNotConnected'],
  }),
};

export const invite = {
  connectFromGame: route({
    method: 'POST',
    path: '/invite/connect_from_game',
    access: ['whole'],
    summary: 'Take the game account behind a connect token to the signed-in account, to be confirmed there.',
    body: object({ Game: GameName, ConnectToken: text(100) }),
    reply: GameConnectionReply,
  }),
  emailInvite: route({
    method: 'POST',
    path: '/invite/email_invite',
    access: ['anyone', 'bound', 'whole'],
    summary: 'Send a sign-in link. The answer is the same whether or not the account exists.',
    body: object({
      CaptchaResult: text(4096),
      Email: text(400),
      GameSystemName: Type.Optional(GameName),
      Locale,
      RedirectUri: Type.Optional(url),
      MarketingEnabled: Type.Optional(Type.Boolean()),
      AddToAccount: Type.Optional(
        Type.Boolean({ description: 'Add the address to the signed-in account instead of signing in with it' }),
      ),
    }),
    reply: object({
      Success: Type.Boolean(),
      Token: Type.Optional(
        Type.String({ maxLength: 100, description: 'The handle of the browser that asked; it signs nobody in' }),
      ),
      Mark: Type.Optional(Type.String({ maxLength: 10, description: 'Stands in the mail too' })),
      ResendAfterSeconds: Type.Optional(Type.Integer()),
    }),
    errors: ['CaptchaFailed', 'UnknownGame', 'Unauthenticated', 'SignInAgain'],
    perMinute: 10,
  }),
  status: route({
    method: 'POST',
    path: '/invite/status',
    access: ['anyone'],
    summary: 'How an invite that this browser began stands.',
    body: object({ Token: text(100) }),
    reply: object({ Status: Type.Enum(['Waiting', 'Used', 'Expired', 'Replaced']) }),
    perMinute: 120,
  }),
  updateConnectGameInvite: route({
    method: 'POST',
    path: '/invite/update_connect_game_invite',
    access: ['fresh'],
    summary: 'Confirm or refuse connecting a game.',
    body: object({ ConnectToken: text(100), Accept: Type.Boolean() }),
    reply: GameConnectionReply,
  }),
};
