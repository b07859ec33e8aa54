// What a platform is to the rest of the product. The manifest is data and runs anywhere; the adapters that do the work stand
// beside it as `adapter.browser.ts` and `adapter.server.ts` and are loaded by the folder's name.
import type { TObject } from 'typebox';
import type { UnitName } from '#model/format-units.ts';
import type { Money } from '#model/money.ts';
import type { Area } from '#model/route.ts';

/** A part of a request or reply that belongs to one adapter: its name on the wire and its shape. */
export interface Block {
  readonly key: string;
  readonly block: TObject;
}

/** The groups that a browser adapter can have; what each one does is in `port.browser.ts`. */
export const allOffers = [
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
  'reviews',
  'clipboard',
  'stats',
  'native',
  'lifecycle',
] as const;

export type Offer = (typeof allOffers)[number];

export interface PlatformManifest {
  /** The name on the wire, as in `WebPublishingPlatform`. */
  readonly id: string;
  readonly title: string;
  /** The origins of its pages that frame ours, as a content policy writes them; none: nobody knows them, or only its simulation has any; absent: it does not frame. */
  readonly embeddedBy?: readonly string[];
  /** The types of identity that it proves, the one of its guests included. */
  readonly identityTypes: readonly string[];
  /** Which of these is for players whom it does not know at all: their ids are made here, and they stay as long as their tab. */
  readonly guestType?: string;
  /** Its block in the social sign-in. */
  readonly login?: Block;
  /** What an operator sets: for the whole portal, or for one game. Kept sealed; absent: there is nothing to set. */
  readonly settings?: TObject;
  /** Its block in the request that creates a payment. */
  readonly paymentRequest?: Block;
  /** Its block in the answer to that request. */
  readonly paymentReply?: Block;
  /** What of its settings is public in a game's configuration: settings of the same names. */
  readonly publicData?: TObject;
  /** Calls that exist for this platform alone. */
  readonly routes?: Area;
  /** What its browser adapter offers where the platform can do everything; a browser in which it cannot gets less. */
  readonly offers: readonly Offer[];
  /**
   * Who takes the money: the portal's own providers, or the platform itself; `asked`: that depends on the moment, and the server
   * half says it each time (`paymentHandler`), in any currency. Absent: nothing is sold there.
   */
  readonly purchases?: 'portal' | 'platform' | 'asked';
  /** All that it sells for: a currency, or three letters for a unit of its own, of which there are whole ones only. Absent: any currency. */
  readonly storeCurrency?: string;
  /** What it sells for in other places of its own, such as another domain: the buyer's browser says in which. Units of its own, too. */
  readonly otherStoreCurrencies?: readonly string[];
  /**
   * Each buyer has one currency there, which the browser adapter names (`purchases.currency`). Where the platform takes the money,
   * an item without a price in it cannot be bought.
   */
  readonly sellsInBuyerCurrency?: true;
  /** Where that is a unit of its own: about what one of them is worth. The demo games are priced by it. */
  readonly unitWorth?: Money;
  /** What its units are called where players see them, by their three letters. */
  readonly unitNames?: Readonly<Record<string, UnitName>>;
  /** Whether the portal shows its own bar around the game there, unless its configuration says no. */
  readonly headerUi?: true;
  /** The analytics event of ours that counts a start there. */
  readonly startEvent?: number;
  /** What its rules forbid to games. */
  readonly forbids?: readonly ('links' | 'games of chance')[];
  /**
   * What its browser adapter reaches, as a content policy writes it. Where a script is among it, the page keeps no session in the
   * browser: whoever plays is proved anew at every start. A guest of `guestType`, whom nobody can prove, is kept for the tab.
   */
  readonly reaches?: {
    readonly script?: readonly string[];
    readonly connect?: readonly string[];
    readonly frame?: readonly string[];
    readonly style?: readonly string[];
    readonly font?: readonly string[];
  };
}

export const platform = <const M extends PlatformManifest>(manifest: M): M => manifest;

/** A manifest reduced to what pages have to know of it: no schema, and so no schema library, gets into them. */
export interface PlatformEntry<Id extends string = string> {
  /** The folder, which is also its name in addresses. */
  readonly folder: string;
  readonly id: Id;
  readonly title: string;
  /** The names of its blocks on the wire. */
  readonly loginKey?: string;
  readonly requestKey?: string;
  readonly replyKey?: string;
  readonly guestType?: string;
  readonly purchases?: PlatformManifest['purchases'];
  readonly headerUi?: true;
  readonly startEvent?: number;
  readonly forbids?: PlatformManifest['forbids'];
}

/** By folder. */
export function describePlatforms(
  registry: Readonly<Record<string, PlatformManifest>>,
): Readonly<Record<string, PlatformEntry>> {
  const entries = Object.entries(registry).map(([folder, manifest]) => [folder, describe(folder, manifest)] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function describe(folder: string, manifest: PlatformManifest): PlatformEntry {
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
