// What describes a foreign SDK: the SDK of another portal, for which a game was built. Its manifest is plain data; its
// program (`sdk.browser.ts`) implements the SDK's interface on ours.

export interface ForeignSdkManifest {
  /** The name of its folder. */
  readonly id: string;
  readonly title: string;
  /** Hosts of the vendor with their subdomains. A game that uses this SDK can't reach them, whatever the operator allows. */
  readonly hosts: readonly string[];
  /** Addresses of its script in real games. Ours is loaded instead. */
  readonly scripts: readonly ForeignScript[];
  /** Matches code that uses the SDK, in case code assembles the script's address. */
  readonly usage: RegExp;
  /**
   * Our program runs before the game's scripts, for a vendor whose script developers put into their build: such a copy
   * must find the SDK's global taken.
   */
  readonly runsFirst?: true;
  /** Matches such a copy. It names the scripts of other vendors as well, so its file counts for this SDK only. */
  readonly copies?: RegExp;
  readonly calls: readonly ForeignCall[];
}

export interface ForeignScript {
  /**
   * Host and path, without a protocol, or a path in the build, which the vendor adds: `/sdk.js`. An asterisk stands for
   * the version: `cdn.example/sdk@*.js`.
   */
  readonly address: string;
  readonly version: string;
  /** Parameters of the address that our program reads as well, such as the name of a callback. */
  readonly parameters?: readonly string[];
}

export interface ForeignCall {
  /** As games write it after the SDK's global: `ad.requestAd`. */
  readonly call: string;
  /** Games pass the name as text: `send('VKWebAppInit')`. */
  readonly isText?: true;
  /** The versions that have it. Absent: all. */
  readonly versions?: readonly string[];
  /**
   * One word for reports: `ads`, `user`, `data` … A build with calls of `purchases` that have support is set up to
   * receive its purchases in the page.
   */
  readonly feature: string;
  /** `partly` and `no`: `does` tells what the game gets instead. */
  readonly support: 'yes' | 'partly' | 'no';
  /** What happens, for the guide. */
  readonly does: string;
}

/** What the games' server tells the program in the page. */
export interface ForeignSdkPage {
  readonly sdk: string;
  readonly file: string;
  readonly scripts: readonly ForeignScript[];
  /** The game's name on the portal. */
  readonly game: string;
  /** Where the build is on the game's host: `/`, or the path of a preview. */
  readonly root: string;
  /** The game's page on the portal, for invitation links. */
  readonly playUrl: string;
  /** Absent: the game has no leaderboard. */
  readonly board?: string;
  /** In the lab the portal's origin, to which calls are reported. */
  readonly reportTo?: string;
}

/** The folder on a game's host with our programs. */
export const foreignSdkFolder = '/sdk/compat/';

/** A row of a manifest: the call, its feature, what of it there is here, and what happens. */
export type ForeignCallRow = readonly [call: string, feature: string, support: ForeignCall['support'], does: string];

export const describeCalls = (rows: readonly ForeignCallRow[]): ForeignCall[] =>
  rows.map(([call, feature, support, does]) => ({ call, feature, support, does }));
