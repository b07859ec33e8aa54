// Signing in and out. Tokens in replies are session tokens of the portal unless their name says otherwise. A session
// that begins with a game's token can play and buy in that game, but not change the account.
import { Type } from 'typebox';
import { ConnectedGame, ExternalIdState, GameConnectionResult } from '#model/account.ts';
import { GameName, GameParams } from '#model/game.ts';
import { SocialIdentifier } from '#model/identity.ts';
import { allSessionKinds, route } from '#model/route.ts';
import { SuccessReply, email, EmptyRequest, object, text, url, uuid } from '#model/schema.ts';
import { MergeOffer, SignedInReply } from '#model/sign-in.ts';
import {
  identityLoginBlockSchemas,
  IdentityTypeName,
  platformLoginBlockSchemas,
  WebPublishingPlatform,
} from './registries.ts';

const Token = text(200);
const SessionId = Type.Optional(text(64));
const Locale = Type.Optional(text(20));
const CaptchaResult = Type.Optional(text(4096, { description: 'The captcha token, if a captcha is required' }));
export const TransferOption = object({ AccountId: uuid, Name: text(80), Games: Type.Array(text(64)) });
export const ExternalIdOptions = object({ TransferFromAccountId: Type.Optional(uuid) });
/**
 * The result of a sign-in by email. If `Success` is false and `Confirmation` is set, the player has to confirm with a
 * click first.
 */
export const EmailSignInReply = object({
  Success: Type.Boolean(),
  Error: Type.Optional(text(500)),
  Token: Type.Optional(Token),
  AccountId: Type.Optional(uuid),
  RedirectUri: Type.Optional(url),
  Merge: Type.Optional(MergeOffer),
  TriesLeft: Type.Optional(Type.Integer({ description: 'Tries left for the code' })),
  Confirmation: Type.Optional(
    object({
      Email: Type.String({ maxLength: 254, description: 'Masked' }),
      Mark: text(10),
      Game: Type.Optional(GameName),
      Nonce: Type.String({ maxLength: 100, description: 'Send it back when the player confirms' }),
    }),
  ),
});
/** Each value has our name and the OpenID Connect name. */
export const UserInfo = object({
  Sub: text(128),
  Id: text(128),
  Email: Type.Optional(email),
  sub: text(128),
  email: Type.Optional(email),
  email_verified: Type.Optional(Type.Boolean({ description: 'Always true if there is an email address' })),
});
export const SignInTokens = object({ Token, RefreshToken: Type.Optional(Token), GameToken: Type.Optional(text(4096)) });

export const TempToken = object({ TempToken: text(100) });
export const TempTokenData = object({ RedirectUri: Type.Optional(url) });
export const GameConnectionReply = object({
  Result: GameConnectionResult,
  ConnectedGame: Type.Optional(ConnectedGame),
});

export const authRoutes = {
  authenticateFromEmailInvite: route({
    method: 'POST',
    path: '/auth/authenticate_from_email_invite',
    access: ['anyone', 'bound', 'whole'],
    summary:
      'Sign in with the token from an email link. The browser that requested the email is signed in at once; any other browser has to confirm first.',
    body: object({
      InviteToken: text(100),
      Handle: Type.Optional(
        Type.String({ maxLength: 100, description: 'The `Token` that /invite/email_invite returned to this browser' }),
      ),
      Nonce: Type.Optional(
        Type.String({ maxLength: 100, description: 'The nonce of the confirmation that was clicked' }),
      ),
      CaptchaResult: Type.Optional(text(4096)),
    }),
    reply: EmailSignInReply,
    errors: ['CaptchaFailed'],
    perMinute: 30,
  }),
  authenticateFromEmailCode: route({
    method: 'POST',
    path: '/auth/authenticate_from_email_code',
    access: ['anyone', 'bound', 'whole'],
    summary:
      'Sign in with the 6-digit code from an email, in the browser that requested it. Five tries per email. After several wrong codes in a day a captcha is required, and after more only the link works.',
    body: object({ Handle: text(100), Code: text(20), CaptchaResult }),
    reply: EmailSignInReply,
    errors: ['CaptchaFailed'],
    perMinute: 30,
  }),
  authenticateFromGame: route({
    method: 'POST',
    path: '/auth/authenticate_from_game',
    access: ['anyone'],
    summary: "Sign in from a game, with a token signed by the game's server. See the guide for games.",
    body: object({
      Token: text(4096),
      Game: GameName,
      Platform: Type.Optional(WebPublishingPlatform),
      Standalone: Type.Optional(
        Type.Boolean({
          description: 'The game runs outside the portal: a player without a connected account gets a guest account',
        }),
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
    summary: "Sign in a player that a game imports from elsewhere. Requires the game's server key.",
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
    summary: "Sign in with the player's identity on the platform that the game runs on.",
    body: object({ Social: WebPublishingPlatform, Game: GameName, Locale, SessionId, ...platformLoginBlockSchemas }),
    reply: object({
      Token,
      AccountId: uuid,
      // Absent if the sign-in used a code that the portal issued, because such a code proves no identity.
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
    summary: 'Sign in with a one-time token that is valid for one minute.',
    body: TempToken,
    reply: object({ Token, TempTokenData: Type.Optional(TempTokenData) }),
    errors: ['TokenExpiredOrUsed'],
    perMinute: 60,
  }),
  authenticateToFxidAdapterForExternalId: route({
    method: 'POST',
    path: '/auth/authenticate_to_fxid_adapter_for_external_id',
    access: ['anyone', 'whole'],
    summary: 'Sign in with an external identity, for a game that keeps its own player ids.',
    body: object({
      AuthenticationType: text(40),
      Game: GameName,
      Locale,
      SessionId,
      AdditionalOptions: Type.Optional(ExternalIdOptions),
      ...identityLoginBlockSchemas,
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
    summary:
      'Sign in with an identity from the sign-in modal. If the caller has a session, add the identity to that account.',
    body: object({
      AuthenticationType: text(40),
      Game: Type.Optional(GameName),
      Locale,
      MarketingEnabled: Type.Optional(Type.Boolean()),
      ...identityLoginBlockSchemas,
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
      "Sign in to a game that keeps its own player ids: by email, by such an id, or with a refresh token. Sending an email requires a passed captcha or the game's server key.",
    params: GameParams,
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
    summary: 'Create a one-time token that signs in another window. Valid for one minute.',
    body: TempTokenData,
    reply: TempToken,
    errors: ['InvalidRequest'],
  }),
  logout: route({
    method: 'GET',
    path: '/auth/logout',
    access: allSessionKinds,
    summary: 'End this session.',
  }),
  confirmFresh: route({
    method: 'POST',
    path: '/auth/confirm_fresh',
    access: ['fresh'],
    summary:
      'Check whether the caller signed in recently enough to change the account. Call it before a change that takes several steps.',
    body: EmptyRequest,
    reply: SuccessReply,
  }),
  logoutEverywhere: route({
    method: 'POST',
    path: '/auth/logout_everywhere',
    access: ['fresh'],
    summary: 'End all sessions of the account, or all except this one.',
    body: object({ ExceptThis: Type.Optional(Type.Boolean()) }),
    reply: object({ Ended: Type.Integer() }),
    errors: ['SignInAgain'],
  }),
  validateGameAccessToken: route({
    method: 'POST',
    path: '/auth/validate-external-id-auth-game-access-token',
    access: ['anyone'],
    summary: 'Check an access token for a game and return its player.',
    body: object({ Game: GameName, AccessToken: text(4096) }),
    reply: object({ Valid: Type.Boolean(), AccountId: Type.Optional(uuid), GameUid: Type.Optional(text(128)) }),
    perMinute: 120,
  }),
  userInfo: route({
    method: 'GET',
    path: '/auth/oauth/userinfo/{Game}',
    access: ['anyone', ...allSessionKinds],
    summary: 'The player that a GameJwt or session belongs to (OpenID Connect UserInfo).',
    params: GameParams,
    reply: UserInfo,
    errors: ['UnknownGame', 'Unauthenticated', 'GameNotConnected'],
  }),
  userInfoByPost: route({
    method: 'POST',
    path: '/auth/oauth/userinfo/{Game}',
    access: ['anyone', ...allSessionKinds],
    summary: 'The player that a GameJwt or session belongs to (OpenID Connect UserInfo, POST).',
    params: GameParams,
    reply: UserInfo,
    errors: ['UnknownGame', 'Unauthenticated', 'GameNotConnected'],
  }),
  userInfoOfToken: route({
    method: 'GET',
    path: '/auth/oauth/userinfo',
    access: ['anyone', ...allSessionKinds],
    summary: 'The player that a GameJwt belongs to, for OpenID clients. The token names the game.',
    reply: UserInfo,
    errors: ['Unauthenticated', 'GameNotConnected'],
  }),
  userInfoOfTokenByPost: route({
    method: 'POST',
    path: '/auth/oauth/userinfo',
    access: ['anyone', ...allSessionKinds],
    summary: 'The player that a GameJwt belongs to, for OpenID clients that use POST.',
    reply: UserInfo,
    errors: ['Unauthenticated', 'GameNotConnected'],
  }),
};

export const inviteRoutes = {
  connectFromGame: route({
    method: 'POST',
    path: '/invite/connect_from_game',
    access: ['whole'],
    summary: 'Offer the game account behind a connect token to the signed-in account. The player confirms it there.',
    body: object({ Game: GameName, ConnectToken: text(100) }),
    reply: GameConnectionReply,
  }),
  emailInvite: route({
    method: 'POST',
    path: '/invite/email_invite',
    access: ['anyone', 'bound', 'whole'],
    summary: 'Email a sign-in link. The answer is the same whether or not the account exists.',
    body: object({
      CaptchaResult: text(4096),
      Email: text(400),
      GameSystemName: Type.Optional(GameName),
      Locale,
      RedirectUri: Type.Optional(url),
      MarketingEnabled: Type.Optional(Type.Boolean()),
      AddToAccount: Type.Optional(
        Type.Boolean({ description: 'Adds the address to the signed-in account instead of signing in with it' }),
      ),
    }),
    reply: object({
      Success: Type.Boolean(),
      Token: Type.Optional(
        Type.String({
          maxLength: 100,
          description: "A handle for the browser that asked. It can't be used to sign in",
        }),
      ),
      Mark: Type.Optional(Type.String({ maxLength: 10, description: 'A reference that the email also shows' })),
      ResendAfterSeconds: Type.Optional(Type.Integer()),
    }),
    errors: ['CaptchaFailed', 'UnknownGame', 'Unauthenticated', 'SignInAgain'],
    perMinute: 10,
  }),
  status: route({
    method: 'POST',
    path: '/invite/status',
    access: ['anyone'],
    summary: 'The state of an invite that this browser started.',
    body: object({ Token: text(100) }),
    reply: object({ Status: Type.Enum(['Waiting', 'Used', 'Expired', 'Replaced']) }),
    perMinute: 120,
  }),
  updateConnectGameInvite: route({
    method: 'POST',
    path: '/invite/update_connect_game_invite',
    access: ['fresh'],
    summary: 'Confirm or decline connecting a game.',
    body: object({ ConnectToken: text(100), Accept: Type.Boolean() }),
    reply: GameConnectionReply,
  }),
};
