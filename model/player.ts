import { Type } from 'typebox';
import { Photo } from './friend.ts';
import { Gender } from './identity.ts';
import { object, oneOf, text } from './schema.ts';

export const Capability = oneOf([
  'FriendsList',
  'FriendsInvite',
  'GamesOfChanceDisabled',
  'RateApplication',
  'OutgoingLinksForbidden',
  'AdsAvailable',
  // Not in the specification, which has one capability for all ads.
  'RewardedAds',
  'InterstitialAds',
  'BannerAds',
]);

export const AdsError = oneOf(['Unknown', 'AdsNotConnected', 'NotImplemented']);

/** How an invitation and a share end, with the same meaning on every platform. bridge/shapes.ts explains the outcomes. */
export const InviteResult = object({
  outcome: oneOf(['invited', 'cancelled', 'notAvailable']),
  invited: Type.Optional(Type.Integer({ minimum: 1 })),
});
export const ShareResult = object({ outcome: oneOf(['shared', 'cancelled', 'notAvailable']) });

/** The version that the bridge reports. Old games compare it. */
export const reportedSdkVersion = { major: 1, minor: 5, build: '190' } as const;

export const SocialInfo = object({
  social: text(40),
  paymentsAvailable: Type.Boolean(),
  userId: text(128),
  displayName: text(160),
  firstName: text(80),
  lastName: text(80),
  photo: Type.Optional(Photo),
  gender: Gender,
  capabilities: Type.Array(Capability),
  socialLocale: Type.Optional(text(20)),
  socialFlavor: Type.Optional(text(40)),
  // The specification names this platform here, because games call its API directly.
  vkcom: Type.Optional(object({ appId: text(64), defaultApiVersion: text(20), accessToken: Type.Optional(text(400)) })),
});

const SafeArea = object({ left: Type.Integer(), right: Type.Integer(), top: Type.Integer(), bottom: Type.Integer() });

export const PlayerInfo = object({
  game: text(64),
  sdk: object({ version: object({ major: Type.Integer(), minor: Type.Integer() }), build: text(20) }),
  environment: object({ os: text(40), isMobile: Type.Boolean(), safeArea: SafeArea }),
  fxId: object({
    userId: text(36),
    marketingEnabled: Type.Boolean(),
    locale: text(10),
    geoCountry: Type.Optional(text(3)),
    token: Type.Optional(
      Type.String({ maxLength: 4096, description: 'Good for this one game and the calls of its bridge only' }),
    ),
    gameToken: Type.Optional(text(4096)),
    gameUid: text(128),
    guest: Type.Boolean(),
    hasEmail: Type.Boolean(),
    emailValidated: Type.Boolean(),
    hasCompletedOrder: Type.Boolean(),
  }),
  social: SocialInfo,
  server: Type.Optional(object({ id: text(64), name: text(100), url: text(2048) })),
});
