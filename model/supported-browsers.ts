// The oldest supported browsers, by their names in browser-compat-data. Builds target them, scripts/browsers/ checks
// the built files, and older browsers get a notice.

/** Versions are strings, because 17.10 is newer than 17.9. */
export interface MinBrowserVersions {
  readonly chrome: string;
  readonly edge: string;
  readonly firefox: string;
  readonly safari: string;
  readonly safari_ios: string;
}

export const minPortalBrowsers: MinBrowserVersions = {
  chrome: '120',
  edge: '120',
  firefox: '125',
  safari: '17.4',
  safari_ios: '17.4',
};

/** For the SDK, which runs inside games and must not exclude any of their players. */
export const minSdkBrowsers: MinBrowserVersions = {
  chrome: '80',
  edge: '80',
  firefox: '78',
  safari: '14',
  safari_ios: '14',
};

export const formatBrowserVersions = ({ chrome, edge, firefox, safari }: MinBrowserVersions): string =>
  `Chrome ${chrome}, Edge ${edge}, Firefox ${firefox}, Safari ${safari}`;

export const toBuildTargets = (oldest: MinBrowserVersions): string[] =>
  Object.entries(oldest).map(([browser, version]) => `${browser === 'safari_ios' ? 'ios' : browser}${version}`);
