// Sites as browsers define them. A page can set cookies for every host of its site, so two games on one site can fill
// each other's cookie jar. `tldts` contains a copy of the Public Suffix List.
import { getDomain, getPublicSuffix } from 'tldts';

const options = { allowPrivateDomains: true } as const;

/** The registrable domain of a host; undefined for an IP address, for `localhost` and for a public suffix itself. */
export const findRegistrableDomain = (hostname: string): string | undefined =>
  getDomain(hostname, options) ?? undefined;

/** Whether every name below the domain is a separate site. */
export const isPublicSuffix = (domain: string): boolean => getPublicSuffix(domain, options) === domain;

export const isSameHostOrSubdomain = (hostname: string, domain: string): boolean =>
  hostname === domain || hostname.endsWith(`.${domain}`);

/** `games.example` of `https://{game}.games.example`. */
export const findGamesDomain = (gamesUrl: string): string =>
  new URL(gamesUrl.replace('{game}', 'game')).hostname.slice('game.'.length);
