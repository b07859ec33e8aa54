// The oldest supported browsers, by their names in browser-compat-data. Builds compile to these targets,
// scripts/browsers/ checks the built files against them, and the portal's page shows a notice in older browsers.

/** Versions are strings, because 17.10 is newer than 17.9. */
export interface OldestBrowsers {
  readonly chrome: string;
  readonly edge: string;
  readonly firefox: string;
  readonly safari: string;
  readonly safari_ios: string;
}

/** For the portal, the checkout frame and the lab. */
export const oldestForPortal: OldestBrowsers = {
  chrome: '120',
  edge: '120',
  firefox: '125',
  safari: '17.4',
  safari_ios: '17.4',
};

/** For the SDK, which runs inside games and must not exclude any of their players. */
export const oldestForSdk: OldestBrowsers = {
  chrome: '80',
  edge: '80',
  firefox: '78',
  safari: '14',
  safari_ios: '14',
};

/** For people to read. */
export const browserNames = ({ chrome, edge, firefox, safari }: OldestBrowsers): string =>
  `Chrome ${chrome}, Edge ${edge}, Firefox ${firefox}, Safari ${safari}`;

/** In the bundler's syntax. */
export const buildTarget = (oldest: OldestBrowsers): string[] =>
  Object.entries(oldest).map(([browser, version]) => `${browser === 'safari_ios' ? 'ios' : browser}${version}`);
