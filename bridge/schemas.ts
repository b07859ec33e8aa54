// The schemas of all bridge messages. The portal validates what a game sends, and also its own replies, so that no
// unintended field reaches a game. The compiler checks that they match protocol.ts.
import { Type, type Static, type TSchema } from 'typebox';
import { AchievementCode, AchievementProgress } from '#model/achievement.ts';
import { DocumentAcceptance, LegalDocument } from '#model/document.ts';
import { PlatformFriend } from '#model/friend.ts';
import { AdsError, InviteResult, PlayerInfo, ShareResult } from '#model/player.ts';
import { Sku } from '#model/product.ts';
import { instant, object, oneOf, text, url, uuid } from '#model/schema.ts';
import type { EventName, Events, MethodName, Methods, EmptyObject } from './protocol.ts';

const nothing = Type.Unsafe<EmptyObject>(object({}));
const flag = Type.Boolean();
// The maximum length keeps a picture within the maximum message size.
const picture = text(100_000, { pattern: '^data:image/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$' });
const placement = object({ placement: Type.Optional(text(64)) });
const scalars = Type.Record(
  Type.String({ pattern: '^[^\\x00-\\x1f]{1,100}$' }),
  Type.Union([text(2000), Type.Number(), Type.Boolean(), Type.Null()]),
  { additionalProperties: false, maxProperties: 200 },
);
const consent = object({ status: oneOf(['granted', 'denied', 'notAsked', 'notRequired']) });
const adResult = object({ outcome: oneOf(['finished', 'skipped', 'failed']), reason: Type.Optional(AdsError) });
const adKind = { kind: oneOf(['video', 'interstitial']) };
// Any value is allowed, because messages were already checked to be plain data of limited size and depth.
const native = {
  params: object({ method: text(100), params: Type.Optional(Type.Unknown()) }),
  result: object({ data: Type.Unknown() }),
};
const product = object({
  sku: Sku,
  name: text(200),
  description: text(2000),
  imageUrl: Type.Optional(url),
  price: Type.Number(),
  currency: text(3),
  localizedPrice: text(60),
  usdPrice: Type.Number(),
  currencyImageUrl: Type.Optional(url),
});

const quest = object({
  id: uuid,
  title: text(200),
  progress: Type.Integer(),
  goal: Type.Integer(),
  done: flag,
  reward: Type.Optional(
    object({
      game: text(63),
      state: oneOf(['locked', 'waiting', 'sent', 'received']),
      products: Type.Array(object({ sku: Sku, name: text(200), count: Type.Integer() })),
    }),
  ),
});

const board = text(64);
const leaderboardPeriod = oneOf(['allTime', 'daily', 'weekly', 'season']);
const standing = { score: Type.Integer(), rank: Type.Optional(Type.Integer()) };
const leaderboardPage = object({
  entries: Type.Array(
    object({
      rank: Type.Integer(),
      score: Type.Integer(),
      name: text(80),
      isYou: flag,
      friendUid: Type.Optional(uuid),
    }),
  ),
  total: Type.Integer(),
  you: Type.Optional(object(standing)),
  period: leaderboardPeriod,
  startsAt: Type.Optional(instant),
  endsAt: Type.Optional(instant),
  seasonName: Type.Optional(text(100)),
  pastPeriods: Type.Integer(),
});
const achievement = object({
  code: AchievementCode,
  name: text(100),
  description: text(300),
  iconUrl: Type.Optional(url),
  points: Type.Integer(),
  progress: Type.Integer(),
  target: Type.Integer(),
  unlockedAt: Type.Optional(instant),
});
const unlocked = object({ unlocked: flag });

// Only the total size is limited here, by the message. The handler checks the keys, their number and the size.
const saveKey = text(128);
const saveEntries = Type.Array(object({ key: saveKey, value: text(4_000_000) }));
const saveValues = Type.Record(Type.String({ pattern: '^[\\s\\S]{1,128}$' }), text(4_000_000), {
  additionalProperties: false,
});
const saveSummary = Type.Optional(text(80));
const saveCopy = object({
  entries: saveEntries,
  updatedAt: Type.Optional(instant),
  device: Type.Optional(text(80)),
  summary: saveSummary,
});

export const methodSchemas = {
  GetInfo: { params: nothing, result: PlayerInfo },
  SocialSettings: { params: nothing, result: object({ ui: object({ disabled: flag }) }) },
  BuyProduct: {
    params: object({
      sku: Sku,
      developerPayload: Type.Optional(text(1000)),
      productNameHint: Type.Optional(text(200)),
      productDescriptionHint: Type.Optional(text(2000)),
    }),
    result: object({
      transactionId: text(64),
      stats: object({ currency: text(3), currencyAmount: Type.Number(), usdAmount: Type.Number() }),
    }),
  },
  GetPurchases: {
    params: nothing,
    result: object({
      purchases: Type.Array(
        object({
          purchaseId: text(64),
          sku: Sku,
          quantity: Type.Integer({ minimum: 1 }),
          developerPayload: Type.Optional(text(1000)),
          purchasedAt: instant,
          isTest: flag,
        }),
      ),
    }),
  },
  ConsumePurchase: { params: object({ purchaseId: text(64) }), result: object({ consumed: flag }) },
  DefaultStoreFront: {
    params: nothing,
    result: object({ currency: text(3), products: Type.Array(product, { maxItems: 1000 }) }),
  },
  OpenModal: {
    params: object({ url, title: Type.Optional(text(200)), fullscreen: Type.Optional(flag) }),
    result: nothing,
  },
  AuthenticateUser: {
    params: object({ listens: Type.Optional(flag) }),
    result: object({ userId: text(36), guest: flag }),
  },
  PushRegister: { params: nothing, result: object({ registered: flag }) },
  GetUrlHash: { params: nothing, result: object({ hash: text(2048) }) },
  SetUrlHash: { params: object({ hash: text(2048) }), result: nothing },
  ShowLinkShareModal: {
    params: object({ link: url, title: Type.Optional(text(200)), image: Type.Optional(picture) }),
    result: ShareResult,
  },
  CopyText: { params: object({ text: text(10_000) }), result: object({ copied: flag }) },
  RequestSupport: { params: object({ message: Type.Optional(text(4000)) }), result: object({ sent: flag }) },
  ContinueOnOtherDevice: { params: nothing, result: nothing },
  SetStatus: {
    params: object({
      status: text(200),
      name: Type.Optional(text(80)),
      priority: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
    }),
    result: nothing,
  },
  AdsVideoReady: { params: placement, result: object({ ready: flag }) },
  AdsVideoShow: { params: placement, result: adResult },
  AdsInterstitialReady: { params: placement, result: object({ ready: flag }) },
  AdsInterstitialShow: { params: placement, result: adResult },
  StickyBannerShow: { params: nothing, result: object({ shown: flag, reason: Type.Optional(AdsError) }) },
  StickyBannerHide: { params: nothing, result: object({ hidden: flag, reason: Type.Optional(AdsError) }) },
  StatInitialize: {
    params: object({ userId: Type.Optional(text(128)), properties: Type.Optional(scalars) }),
    result: nothing,
  },
  StatEvent: { params: object({ name: text(100), parameters: Type.Optional(scalars) }), result: nothing },
  SendInGameEvent: {
    params: object({
      game: Type.Optional(text(64)),
      eventCode: text(100),
      value: Type.Optional(Type.Number()),
      p1: Type.Optional(text(256)),
      p2: Type.Optional(text(256)),
      p3: Type.Optional(text(256)),
    }),
    result: object({ sent: flag }),
  },
  GetQuests: { params: nothing, result: object({ quests: Type.Array(quest) }) },
  SubmitScore: {
    params: object({
      board,
      score: Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
    }),
    result: object({ ...standing, improved: flag, beatenFriends: Type.Array(text(80)) }),
  },
  GetLeaderboard: {
    params: object({
      board,
      view: Type.Optional(oneOf(['top', 'around', 'friends'])),
      period: Type.Optional(leaderboardPeriod),
      ago: Type.Optional(Type.Integer({ minimum: 0, maximum: 200 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
    }),
    result: leaderboardPage,
  },
  ShowLeaderboard: { params: object({ board: Type.Optional(board) }), result: nothing },
  GetAchievements: { params: nothing, result: object({ achievements: Type.Array(achievement) }) },
  UnlockAchievement: { params: object({ code: AchievementCode }), result: unlocked },
  SetAchievementProgress: {
    params: object({ code: AchievementCode, progress: AchievementProgress }),
    result: unlocked,
  },
  GoogleTagManagerPushToDataLayer: { params: object({ data: scalars }), result: nothing },
  GetFriends: { params: nothing, result: object({ friends: Type.Array(PlatformFriend) }) },
  InviteFriends: {
    params: object({
      message: Type.Optional(text(500)),
      uids: Type.Optional(Type.Array(text(128), { maxItems: 100 })),
      image: Type.Optional(picture),
    }),
    result: InviteResult,
  },
  JoinCommunity: { params: nothing, result: object({ joined: flag }) },
  AddToFavorites: { params: nothing, result: object({ added: flag }) },
  ChangeLanguage: { params: object({ language: text(20) }), result: object({ language: text(20) }) },
  WordsFilter: { params: object({ text: text(4000) }), result: object({ text: text(8000), changed: flag }) },
  ConsentManagerStatus: { params: nothing, result: consent },
  SendVkBridge: native,
  SendCrazyGamesSdk: native,
  LoadingProgress: {
    params: object({
      fraction: Type.Number({ minimum: 0, maximum: 1 }),
      loadedBytes: Type.Optional(Type.Number({ minimum: 0 })),
      totalBytes: Type.Optional(Type.Number({ minimum: 0 })),
    }),
    result: nothing,
  },
  LoadingReady: { params: nothing, result: nothing },
  GameStarted: { params: nothing, result: nothing },
  GameStopped: { params: nothing, result: nothing },
  CanReview: { params: nothing, result: object({ canReview: flag }) },
  RequestReview: { params: nothing, result: object({ shown: flag }) },
  ReviewInfo: { params: nothing, result: object({ available: flag, rating: Type.Optional(Type.Number()) }) },
  GetDocuments: { params: nothing, result: object({ documents: Type.Array(LegalDocument) }) },
  GetAcceptedDocuments: { params: nothing, result: object({ accepted: Type.Array(DocumentAcceptance) }) },
  AcceptDocument: { params: object({ documentId: uuid, documentVersionId: uuid }), result: object({ accepted: flag }) },
  ReadSave: {
    params: object({ resolvesConflicts: Type.Optional(flag) }),
    result: object({
      revision: Type.Integer({ minimum: 0 }),
      entries: saveEntries,
      updatedAt: Type.Optional(instant),
      summary: saveSummary,
      maxBytes: Type.Integer(),
    }),
  },
  WriteSave: {
    params: object({
      values: Type.Optional(saveValues),
      remove: Type.Optional(Type.Array(saveKey)),
      clear: Type.Optional(flag),
      summary: saveSummary,
    }),
    result: nothing,
  },
  FlushSave: { params: nothing, result: object({ saved: flag }) },
  ResolveSaveConflict: {
    params: object({
      keep: oneOf(['device', 'account', 'merged', 'player']),
      values: Type.Optional(saveValues),
      summary: saveSummary,
    }),
    result: nothing,
  },
} as const satisfies Record<MethodName, { params: TSchema; result: TSchema }>;

export const eventSchemas = {
  AdsVideoAvailable: object({ available: flag }),
  AdsInterstitialAvailable: object({ available: flag }),
  AdsFinished: object(adKind),
  AdsFailed: object({ ...adKind, reason: AdsError }),
  AdsSkipped: object(adKind),
  FocusChanged: Type.Union([
    object({ focused: Type.Literal(true) }),
    object({ focused: Type.Literal(false), reason: oneOf(['hint', 'pip', 'other']) }),
  ]),
  UserInfoChanged: PlayerInfo,
  OrientationChanged: object({ orientation: oneOf(['landscape', 'portrait']) }),
  LanguageChanged: object({ language: text(20) }),
  ConsentStatus: consent,
  PlatformSdkEvent: object({ type: text(100), data: Type.Unknown() }),
  SupportRequest: nothing,
  QuestProgress: quest,
  AchievementUnlocked: achievement,
  SaveChanged: object({ revision: Type.Integer({ minimum: 0 }) }),
  SaveConflict: object({ device: saveCopy, account: saveCopy }),
  Leaving: nothing,
} as const satisfies Record<EventName, TSchema>;

// Compares in both directions and by property names, so that neither type can have a property that the other lacks.
type Same<A, B> = [A, keyof A] extends [B, keyof B] ? ([B, keyof B] extends [A, keyof A] ? true : false) : false;
// Not compared: calls and events of a platform's own SDK contain arbitrary plain data, for which the schema has no type.
type Native = 'SendVkBridge' | 'SendCrazyGamesSdk';
type Agreement = {
  [M in Exclude<MethodName, Native>]:
    | Same<Static<(typeof methodSchemas)[M]['params']>, Methods[M]['params']>
    | Same<Static<(typeof methodSchemas)[M]['result']>, Methods[M]['result']>;
} & { [E in Exclude<EventName, 'PlatformSdkEvent'>]: Same<Static<(typeof eventSchemas)[E]>, Events[E]> };
type Disagreeing = { [K in keyof Agreement]: false extends Agreement[K] ? K : never }[keyof Agreement];
// Does not compile if a schema and a type differ; the error names the method or event.
[] as Disagreeing[] satisfies never[];
