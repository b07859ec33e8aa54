// The URL as the platform opened it. Platforms put their proof into it, which a game must not find there. So the URL is
// captured first, stored for a reload, and its hash is cleared.

export interface LaunchPage {
  readonly location: Pick<Location, 'href' | 'pathname' | 'search' | 'hash'>;
  readonly history: Pick<History, 'replaceState' | 'state'>;
  readonly sessionStorage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly isReload: boolean;
}

/** @param hasHashRouter a hash that starts with a slash is the portal's own route */
export function captureLaunch(page: LaunchPage, hasHashRouter: boolean): URL {
  const here = new URL(page.location.href);
  const place = placeOf(here, hasHashRouter);
  const kept = page.isReload ? readKept(page) : undefined;
  if (kept && kept.place === place && URL.canParse(kept.href)) return new URL(kept.href);
  keep(page, { place, href: here.href });
  if (here.hash !== '' && !isRoute(here, hasHashRouter))
    page.history.replaceState(page.history.state, '', `${here.pathname}${here.search}${hasHashRouter ? '#/' : ''}`);
  return here;
}

/** Stores this URL for reloads, because the platform has given a new proof. */
export function replaceLaunch(page: Omit<LaunchPage, 'isReload'>, launch: URL, hasHashRouter: boolean): void {
  const here = new URL(page.location.href);
  here.search = launch.search;
  keep(page, { place: placeOf(here, hasHashRouter), href: launch.href });
  page.history.replaceState(page.history.state, '', `${here.pathname}${here.search}${here.hash}`);
}

const isRoute = ({ hash }: URL, hasHashRouter: boolean): boolean => hasHashRouter && /^#\/|^#?$/.test(hash);

const placeOf = (url: URL, hasHashRouter: boolean): string =>
  `${url.pathname}${url.search}${isRoute(url, hasHashRouter) ? url.hash : ''}`;

interface Kept {
  readonly place: string;
  readonly href: string;
}

const key = 'fxid.launch';

function readKept({ sessionStorage }: LaunchPage): Kept | undefined {
  try {
    const text = sessionStorage.getItem(key);
    const kept: unknown = text === null ? undefined : JSON.parse(text);
    return isKept(kept) ? kept : undefined;
  } catch {
    // Storage is blocked or invalid: only the page's URL is left.
    return undefined;
  }
}

function keep({ sessionStorage }: Pick<LaunchPage, 'sessionStorage'>, kept: Kept): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // Storage is blocked: a reload won't find the proof.
  }
}

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' && value !== null && 'place' in value && 'href' in value && typeof value.href === 'string';
