// The manifest of a platform: data that runs anywhere. The adapters next to it are loaded by folder name.
import type { TObject } from 'typebox';
import type { UnitName } from '#model/format-units.ts';
import type { Money } from '#model/money.ts';
import type { RouteGroup } from '#model/route.ts';
import type { VendorStatus } from '#model/vendor-evidence.ts';

/** A part of a request or reply that belongs to one adapter: its name on the wire and its schema. */
interface WireBlock {
  readonly key: string;
  readonly block: TObject;
}

export const capabilityNames = [
  'signIn',
  'purchases',
  'video',
  'interstitial',
  'banner',
  'friends',
  'invites',
  'share',
  'favorites',
  'community',
  'links',
  'reviews',
  'clipboard',
  'storage',
  'stats',
  'native',
  'lifecycle',
  'leaderboards',
] as const;

export type CapabilityName = (typeof capabilityNames)[number];

/** Groups of the server adapter. */
export const serverCapabilityNames = ['leaderboards', 'achievements'] as const;

export type ServerCapabilityName = (typeof serverCapabilityNames)[number];

/** The names of a platform's own leaderboards and achievements by ours. What isn't among them isn't sent. */
export interface PlatformMappings {
  readonly leaderboards: Readonly<Record<string, string>>;
  readonly achievements: Readonly<Record<string, string>>;
}

/** @param settings validated against the manifest */
export function readPlatformMappings(settings: object): PlatformMappings {
  const { Leaderboards = {}, Achievements = {} } = settings as Readonly<
    Partial<Record<'Leaderboards' | 'Achievements', Readonly<Record<string, string>>>>
  >;
  return { leaderboards: Leaderboards, achievements: Achievements };
}

export interface PlatformManifest extends VendorStatus {
  /** The name on the wire, as in `WebPublishingPlatform`. */
  readonly id: string;
  readonly title: string;
  /**
   * Origins of the platform's pages that frame ours, as in `frame-ancestors`. Empty: unknown, or only the simulator has
   * any. Absent: the platform does not frame us.
   */
  readonly embeddedBy?: readonly string[];
  /** The identity types that the platform proves, including that of its guests. */
  readonly identityTypes: readonly string[];
  /**
   * The identity type for players the platform can't identify. Our server creates their ids, which last as long as the
   * tab.
   */
  readonly guestType?: string;
  /** The login block in the social sign-in request. */
  readonly login?: WireBlock;
  /** What an operator can set, for the whole portal or for one game. Stored encrypted. Absent: no settings. */
  readonly settings?: TObject;
  /** The platform's block in the request that creates a payment. */
  readonly paymentRequest?: WireBlock;
  readonly paymentReply?: WireBlock;
  /** The settings that are public in a game's configuration, under the same names. */
  readonly publicData?: TObject;
  readonly routes?: RouteGroup;
  /** The groups its browser adapter offers at best. In a browser that lacks a feature it offers fewer. */
  readonly capabilities: readonly CapabilityName[];
  /** What our server sends to the platform: its settings have `Leaderboards` or `Achievements`. */
  readonly serverCapabilities?: readonly ServerCapabilityName[];
  /**
   * Who takes the money: the portal's payment providers or the platform itself. `per-purchase`: the server adapter decides for
   * each purchase (`paymentHandler`), in any currency. Absent: nothing is sold there.
   */
  readonly purchases?: 'portal' | 'platform' | 'per-purchase';
  /**
   * The only currency it sells in: ISO 4217, or three letters for the platform's own unit, which has no decimals.
   * Absent: any currency.
   */
  readonly storeCurrency?: string;
  /**
   * Currencies or own units for other sites of the platform, such as another domain. The buyer's browser reports which
   * one applies.
   */
  readonly otherStoreCurrencies?: readonly string[];
  /**
   * Each buyer has one currency, which the browser adapter reports (`purchases.currency`). If the platform takes the
   * money, an item without a price in it can't be bought.
   */
  readonly sellsInBuyerCurrency?: true;
  /**
   * The steps, in major units, in which the platform charges some currencies. A product with another price is not saved
   * once the platform has settings for its game.
   */
  readonly priceSteps?: Readonly<Partial<Record<string, number>>>;
  /** The approximate worth of one unit, if `storeCurrency` is the platform's own unit. Used to price the demo games. */
  readonly unitWorth?: Money;
  /** The units' names as shown to players, by their three letters. */
  readonly unitNames?: Readonly<Record<string, UnitName>>;
  readonly headerUi?: true;
  /** Our analytics event that counts a start on the platform. */
  readonly startEvent?: number;
  readonly forbids?: readonly ('links' | 'games-of-chance')[];
  /**
   * What its browser adapter loads or connects to, as content security policy sources. If a third-party script is among
   * them, the page stores no session in the browser: the player is proved again at every start. A guest of `guestType`
   * can't be proved, so that session is kept for the tab.
   */
  readonly reaches?: {
    readonly script?: readonly string[];
    readonly connect?: readonly string[];
    readonly frame?: readonly string[];
    readonly style?: readonly string[];
    readonly font?: readonly string[];
  };
}

export const definePlatform = <const M extends PlatformManifest>(manifest: M): M => manifest;

/** The part of a manifest that pages need. Without schemas, so the schema library stays out of the bundle. */
export interface PlatformSummary<Id extends string = string> {
  /** Also the platform's name in URLs. */
  readonly folder: string;
  readonly id: Id;
  readonly title: string;
  readonly loginKey?: string;
  readonly requestKey?: string;
  readonly replyKey?: string;
  readonly guestType?: string;
  readonly purchases?: PlatformManifest['purchases'];
  readonly headerUi?: true;
  readonly startEvent?: number;
  readonly forbids?: PlatformManifest['forbids'];
}

export function summarisePlatforms(
  registry: Readonly<Record<string, PlatformManifest>>,
): Readonly<Record<string, PlatformSummary>> {
  const entries = Object.entries(registry).map(([folder, manifest]) => [folder, describe(folder, manifest)] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function describe(folder: string, manifest: PlatformManifest): PlatformSummary {
  const { id, title, login, paymentRequest, paymentReply, guestType, purchases, headerUi, startEvent, forbids } =
    manifest;
  return {
    folder,
    id,
    title,
    ...(login && { loginKey: login.key }),
    ...(paymentRequest && { requestKey: paymentRequest.key }),
    ...(paymentReply && { replyKey: paymentReply.key }),
    ...(guestType !== undefined && { guestType }),
    ...(purchases && { purchases }),
    ...(headerUi && { headerUi }),
    ...(startEvent !== undefined && { startEvent }),
    ...(forbids && { forbids }),
  };
}
