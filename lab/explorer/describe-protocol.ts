// Describes the protocol for Bridge Explorer, from the protocol's own tables.
import { bridgeErrors, defaultCallTimeoutMs, methodRules, type EventName, type MethodName } from '#bridge/protocol.ts';
import { eventSchemas, methodSchemas } from '#bridge/schemas.ts';
import { sampleParams } from './sample-params.ts';
import { formatSchema } from './format-schema.ts';

export interface DescribedMethod {
  readonly name: string;
  readonly noun: SdkModule;
  readonly params: string;
  readonly result: string;
  readonly sample: object;
  readonly timeoutMs?: number;
  readonly needs?: string;
  readonly gesture?: true;
  readonly reaches?: 'server' | 'page';
}

export interface DescribedProtocol {
  readonly methods: readonly DescribedMethod[];
  readonly events: readonly { readonly name: string; readonly data: string }[];
  readonly errors: Readonly<Record<string, string>>;
}

export type SdkModule =
  | 'player'
  | 'payments'
  | 'ads'
  | 'friends'
  | 'game'
  | 'leaderboards'
  | 'achievements'
  | 'stats'
  | 'ui'
  | 'documents'
  | 'push'
  | 'locale'
  | 'saves'
  | 'platform';

export function describeProtocol(): DescribedProtocol {
  return {
    methods: namesOf(methodRules).map((name) => {
      const { waitsFor, timeoutMs = defaultCallTimeoutMs, ...rule } = methodRules[name];
      return {
        name,
        noun: nouns[name],
        params: formatSchema(methodSchemas[name].params),
        result: formatSchema(methodSchemas[name].result),
        sample: sampleParams[name],
        ...(waitsFor === undefined && { timeoutMs }),
        ...rule,
      };
    }),
    events: namesOf<EventName>(eventSchemas).map((name) => ({ name, data: formatSchema(eventSchemas[name]) })),
    errors: bridgeErrors,
  };
}

export const buildMethodsFile = (): string => `${JSON.stringify(describeProtocol(), undefined, 2)}\n`;

export const methodsFileUrl = new URL('../games/bridge-explorer/methods.json', import.meta.url);

const namesOf = <K extends string>(table: Readonly<Record<K, unknown>>): K[] => Object.keys(table) as K[];

const nouns: Readonly<Record<MethodName, SdkModule>> = {
  GetInfo: 'player',
  SocialSettings: 'platform',
  BuyProduct: 'payments',
  GetPurchases: 'payments',
  ConsumePurchase: 'payments',
  DefaultStoreFront: 'payments',
  OpenModal: 'ui',
  AuthenticateUser: 'player',
  PushRegister: 'push',
  GetUrlHash: 'platform',
  SetUrlHash: 'platform',
  ShowLinkShareModal: 'ui',
  CopyText: 'ui',
  RequestSupport: 'ui',
  ContinueOnOtherDevice: 'ui',
  SetStatus: 'player',
  AdsVideoReady: 'ads',
  AdsVideoShow: 'ads',
  AdsInterstitialReady: 'ads',
  AdsInterstitialShow: 'ads',
  StickyBannerShow: 'ads',
  StickyBannerHide: 'ads',
  StatInitialize: 'stats',
  StatEvent: 'stats',
  SendInGameEvent: 'game',
  GetQuests: 'game',
  SubmitScore: 'leaderboards',
  GetLeaderboard: 'leaderboards',
  ShowLeaderboard: 'leaderboards',
  GetAchievements: 'achievements',
  UnlockAchievement: 'achievements',
  SetAchievementProgress: 'achievements',
  GoogleTagManagerPushToDataLayer: 'stats',
  GetFriends: 'friends',
  InviteFriends: 'friends',
  JoinCommunity: 'platform',
  AddToFavorites: 'platform',
  ChangeLanguage: 'locale',
  WordsFilter: 'platform',
  ConsentManagerStatus: 'platform',
  SendVkBridge: 'platform',
  SendCrazyGamesSdk: 'platform',
  LoadingProgress: 'game',
  LoadingReady: 'game',
  GameStarted: 'game',
  GameStopped: 'game',
  CanReview: 'platform',
  RequestReview: 'platform',
  ReviewInfo: 'platform',
  GetDocuments: 'documents',
  GetAcceptedDocuments: 'documents',
  AcceptDocument: 'documents',
  ReadSave: 'saves',
  WriteSave: 'saves',
  FlushSave: 'saves',
  ResolveSaveConflict: 'saves',
};
