// The oldest browsers that are supported, in the names of browser-compat-data: the one place that says so. The builds lower their
// syntax to these, scripts/browsers/ holds the built files to them, and the page of the portal tells an older browser.

/** Versions as texts, because 17.10 is younger than 17.9. */
export interface OldestBrowsers {
  readonly chrome: string;
  readonly edge: string;
  readonly firefox: string;
  readonly safari: string;
  readonly safari_ios: string;
}

/** The portal, the checkout frame and the lab. */
export const oldestForPortal: OldestBrowsers = {
  chrome: '120',
  edge: '120',
  firefox: '125',
  safari: '17.4',
  safari_ios: '17.4',
};

/** The SDK, which runs inside games and must not be what keeps a player out. */
export const oldestForSdk: OldestBrowsers = {
  chrome: '80',
  edge: '80',
  firefox: '78',
  safari: '14',
  safari_ios: '14',
};

/** As people name them. */
export const browserNames = ({ chrome, edge, firefox, safari }: OldestBrowsers): string =>
  `Chrome ${chrome}, Edge ${edge}, Firefox ${firefox}, Safari ${safari}`;

/** As the bundler names them. */
export const buildTarget = (oldest: OldestBrowsers): string[] =>
  Object.entries(oldest).map(([browser, version]) => `${browser === 'safari_ios' ? 'ios' : browser}${version}`);
