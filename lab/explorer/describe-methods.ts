// What the bridge explorer knows of the protocol: taken from the protocol's own tables, so that its page lists what there is.
// Only the noun and the sample of each method are chosen here, and the compiler asks for both when a method is added.
import { bridgeErrors, defaultTimeoutMs, methods, type EventName, type MethodName } from '#bridge/protocol.ts';
import { eventSchemas, methodSchemas } from '#bridge/schemas.ts';
import { sampleParams } from './sample-params.ts';
import { writeShape } from './write-shape.ts';

export interface DescribedMethod {
  readonly name: string;
  /** The module of the SDK that has it. */
  readonly noun: Noun;
  readonly params: string;
  readonly result: string;
  readonly sample: object;
  /** Absent when it waits for a person. */
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

export type Noun =
  | 'player'
  | 'payments'
  | 'ads'
  | 'friends'
  | 'game'
  | 'stats'
  | 'ui'
  | 'documents'
  | 'push'
  | 'locale'
  | 'platform';

export function describeMethods(): DescribedProtocol {
  return {
    methods: namesOf(methods).map((name) => {
      const { waitsFor, timeoutMs = defaultTimeoutMs, ...rule } = methods[name];
      return {
        name,
        noun: nouns[name],
        params: writeShape(methodSchemas[name].params),
        result: writeShape(methodSchemas[name].result),
        sample: sampleParams[name],
        ...(waitsFor === undefined && { timeoutMs }),
        ...rule,
      };
    }),
    events: namesOf<EventName>(eventSchemas).map((name) => ({ name, data: writeShape(eventSchemas[name]) })),
    errors: bridgeErrors,
  };
}

/** As the file in the game's folder has it. */
export const methodsFile = (): string => `${JSON.stringify(describeMethods(), undefined, 2)}\n`;

export const methodsFileUrl = new URL('../games/bridge-explorer/methods.json', import.meta.url);

// The keys of a literal that the compiler has compared with its type.
const namesOf = <K extends string>(table: Readonly<Record<K, unknown>>): K[] => Object.keys(table) as K[];

const nouns: Readonly<Record<MethodName, Noun>> = {
  GetInfo: 'player',
  SocialSettings: 'platform',
  BuyProduct: 'payments',
  DefaultStoreFront: 'payments',
  OpenModal: 'ui',
  AuthenticateUser: 'player',
  PushRegister: 'push',
  GetUrlHash: 'platform',
  SetUrlHash: 'platform',
  ShowLinkShareModal: 'ui',
  CopyText: 'ui',
  RequestSupport: 'ui',
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
};
