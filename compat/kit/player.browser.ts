import type { PlayerInfo } from '#bridge/shapes.ts';
import type { Sdk } from '#sdk/sdk.ts';

export interface ForeignPlayer {
  readonly id: string;
  readonly name: string;
  readonly pictureUrl: string;
}

/** A grey silhouette, because games put the address into a picture without a check. */
const noPicture = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" fill="#888"><circle cx="32" cy="24" r="12"/><path d="M8 60a24 20 0 0 1 48 0z"/></svg>',
)}`;

/** Undefined for guests. */
export const readPlayer = (info: PlayerInfo | undefined): ForeignPlayer | undefined =>
  info && !info.fxId.guest ? readPlayerOrGuest(info) : undefined;

/** For SDKs that know no guests. */
export function readPlayerOrGuest({ social, fxId }: PlayerInfo): ForeignPlayer {
  return {
    id: fxId.gameUid,
    name: social.displayName || `Player ${fxId.gameUid.slice(0, 6)}`,
    pictureUrl: social.photo?.url ?? noPicture,
  };
}

/** Guests too, for SDKs whose players always have a name and a picture. Undefined before the connection. */
export function readAnyPlayer(info: PlayerInfo | undefined): ForeignPlayer | undefined {
  if (!info) return undefined;
  const { gameUid } = info.fxId;
  return readPlayer(info) ?? { id: gameUid, name: `Player ${gameUid.slice(0, 6)}`, pictureUrl: noPicture };
}

/** A token that is valid for a while, which the game's server verifies with the portal's published keys. */
export async function fetchGameToken(sdk: Sdk): Promise<string | undefined> {
  const { gameToken } = (await sdk.player.refresh()).fxId;
  return gameToken;
}

export interface ForeignSystem {
  readonly countryCode: string;
  readonly locale: string;
  readonly device: 'desktop' | 'tablet' | 'mobile';
  readonly os: { readonly name: string; readonly version: string };
  readonly browser: { readonly name: string; readonly version: string };
}

export function readSystem(info: PlayerInfo | undefined, agent = navigator.userAgent): ForeignSystem {
  // Games ask often, and it never changes.
  if (read?.agent !== agent)
    read = { agent, isTablet: tablet.test(agent), os: find(agent, systems), browser: find(agent, browsers) };
  const { isTablet, os, browser } = read;
  const isMobile = info?.environment.isMobile ?? /Mobi|Android/.test(agent);
  return {
    countryCode: info?.fxId.geoCountry ?? 'US',
    locale: info?.fxId.locale ?? navigator.language,
    device: isTablet ? 'tablet' : isMobile ? 'mobile' : 'desktop',
    os,
    browser,
  };
}

let read: (Pick<ForeignSystem, 'os' | 'browser'> & { agent: string; isTablet: boolean }) | undefined;

const tablet = /iPad|Tablet|Android(?!.*Mobile)/;

type Names = readonly (readonly [name: string, pattern: RegExp])[];

const systems: Names = [
  ['Windows', /Windows NT ([\d.]+)/],
  ['Android', /Android ([\d.]+)/],
  ['iOS', /OS ([\d_]+) like Mac/],
  ['Mac OS', /Mac OS X ([\d_.]+)/],
  ['Linux', /Linux()/],
];

// The first one wins: other browsers name Chrome and Safari as well.
const browsers: Names = [
  ['Edge', /Edg\/([\d.]+)/],
  ['Opera', /OPR\/([\d.]+)/],
  ['Firefox', /Firefox\/([\d.]+)/],
  ['Chrome', /Chrome\/([\d.]+)/],
  ['Safari', /Version\/([\d.]+).*Safari/],
];

function find(agent: string, names: Names): { name: string; version: string } {
  for (const [name, pattern] of names) {
    const found = pattern.exec(agent);
    if (found) return { name, version: (found[1] ?? '').replace(/_/g, '.') };
  }
  return { name: '', version: '' };
}
