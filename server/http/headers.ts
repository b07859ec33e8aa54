// The headers that every answer carries, by the kind of thing that answers. Policies are data, made once at the start:
// nothing is computed per request but the nonce of a page.
import { fillGamesUrl } from '#model/fill-games-url.ts';
import type { IdentityManifest } from '#identities/port.ts';
import * as identities from '#identities/registry.ts';
import type { PlatformManifest } from '#platforms/port.ts';
import * as platforms from '#platforms/registry.ts';
import type { Config } from '#server/config.ts';
import { buildCheckoutAddress } from '#server/features/checkout/checkout-address.ts';

export type PageKind = 'api' | 'page' | 'asset' | 'game';

export type Headers = Readonly<Record<string, string>>;

export interface PageOptions {
  readonly nonce: string;
  readonly frameAncestors?: readonly string[];
  /** Origins of games that are elsewhere. */
  readonly gameOrigins?: readonly string[];
  /** Origins of pages that the portal shows in a frame besides. */
  readonly frameOrigins?: readonly string[];
  readonly carriesToken?: boolean;
  /** Somebody pays on it: of all that the portal frames it gets the checkout alone. */
  readonly isForm?: boolean;
  /** What the platform that the page runs on has to reach from it. */
  readonly reaches?: PlatformManifest['reaches'] | undefined;
  /** The debugging flags of the address; without DEBUG_TOOLS they change nothing. */
  readonly flags?: { readonly eruda: boolean; readonly remotejs: boolean };
}

export interface HeaderPolicy {
  /** Headers of everything that is not a page. */
  readonly of: (kind: Exclude<PageKind, 'page'>) => Headers;
  /** Headers of a page of the portal. `frameAncestors`: who may embed it; nobody unless a platform does. */
  readonly page: (options: PageOptions) => Headers;
  /** May frame a game: its own pages, the portal, and the pages of platforms that frame the portal. */
  readonly gameAncestors: readonly string[];
}

export function createHeaderPolicy(
  config: Pick<Config, 'production' | 'publicUrl' | 'gamesUrl' | 'debugTools' | 'remoteDebugUrl'>,
  options: { readonly lab?: boolean; readonly frameAncestors?: readonly string[] } = {},
): HeaderPolicy {
  const games = fillGamesUrl(config.gamesUrl, '*');
  const gameAncestors = [
    ...new Set(["'self'", config.publicUrl.origin, ...embedders, ...(options.frameAncestors ?? [])]),
  ];
  const checkout = buildCheckoutAddress(config.gamesUrl).origin;
  const permissions = permissionsOf(checkout);
  const everywhere: Headers = {
    'x-content-type-options': 'nosniff',
    'origin-agent-cluster': '?1',
    'permissions-policy': permissions,
    ...(config.production && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
  // On a laptop the vendors are simulated at our own address.
  const signInFrames = [...(options.lab ? ["'self'"] : []), ...vendorFrames];
  const quiet = { ...everywhere, 'referrer-policy': 'strict-origin-when-cross-origin' };
  const fixed: Readonly<Record<Exclude<PageKind, 'page'>, Headers>> = {
    api: {
      ...quiet,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    },
    asset: {
      ...quiet,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
    },
    game: {
      ...quiet,
      'content-security-policy': gamePolicy(gameAncestors),
      'cross-origin-resource-policy': 'cross-origin',
    },
  };
  return {
    of: (kind) => fixed[kind],
    gameAncestors,
    page: ({ nonce, frameAncestors, gameOrigins = [], frameOrigins = [], carriesToken, isForm, reaches, flags }) => ({
      ...everywhere,
      'referrer-policy': carriesToken ? 'no-referrer' : 'strict-origin-when-cross-origin',
      'content-security-policy': policy(
        reaching(reaches, {
          ...pagePolicy(nonce, [games, ...gameOrigins], frameAncestors ?? []),
          'frame-src': isForm ? [checkout, ...signInFrames] : [games, ...gameOrigins, ...signInFrames, ...frameOrigins],
          ...(config.debugTools && flags?.eruda && consoleDirectives),
          ...(config.debugTools && flags?.remotejs && remoteDirectives(config.remoteDebugUrl)),
        }),
      ),
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
      // A page that must not be stored does not come back at once, either; of the others none holds a secret.
      'cache-control': carriesToken || isForm ? 'no-store' : 'no-cache',
    }),
  };
}

// Denied unless a page needs it, and no name that a browser does not know, of which it would warn on every page; payment is for our own pages and the frame in which providers' forms run.
const permissionsOf = (checkoutOrigin: string): string =>
  [
    ...['camera', 'microphone', 'geolocation', 'usb', 'serial', 'midi', 'hid'].map((feature) => `${feature}=()`),
    `payment=(self "${checkoutOrigin}")`,
  ].join(', ');

// What the ways to sign in have to reach from a page.
const reached = Object.values<IdentityManifest>(identities).flatMap(({ reaches }) => reaches ?? []);
const vendorConnections = reached.flatMap(({ connect = [] }) => connect);
const vendorFrames = reached.flatMap(({ frame = [] }) => frame);

// All pages above a game are looked at, not only the one that frames it.
const embedders = Object.values<PlatformManifest>(platforms).flatMap(({ embeddedBy }) => embeddedBy ?? []);

type Directives = Readonly<Record<string, readonly string[]>>;

/**
 * The directives with what a platform reaches. Its script comes in by ours, which has the nonce; it writes HTML as it likes, so
 * where one runs, and only there, the browser does not insist on text that was looked at.
 */
function reaching(reaches: PlatformManifest['reaches'], directives: Directives): Directives {
  if (!reaches) return directives;
  const { script, connect = [], frame = [], style = [], font = [] } = reaches;
  const all = (name: string, more: readonly string[]) => [...(directives[name] ?? []), ...more];
  // A nonce beside it would switch inline styles off again.
  const styles = all('style-src', style).filter((each) => !style.includes(inline) || !each.startsWith("'nonce-"));
  return {
    ...directives,
    'connect-src': all('connect-src', connect),
    'frame-src': all('frame-src', frame),
    'style-src': styles,
    'font-src': all('font-src', font),
    ...(script && script.length > 0 && { 'require-trusted-types-for': [], 'trusted-types': [] }),
  };
}

const inline = "'unsafe-inline'";

function pagePolicy(nonce: string, games: readonly string[], frameAncestors: readonly string[]): Directives {
  return {
    'default-src': ["'none'"],
    'script-src': [`'nonce-${nonce}'`, "'strict-dynamic'"],
    'style-src': ["'self'", `'nonce-${nonce}'`],
    'img-src': ["'self'", 'https:', 'data:', ...games],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...vendorConnections],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': frameAncestors.length > 0 ? frameAncestors : ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['fxid'],
  };
}

// The console on the page writes HTML, styles and fonts of its own; no directive but these had to give way.
const consoleDirectives: Directives = {
  'style-src': ["'self'", "'unsafe-inline'"],
  'font-src': ["'self'", 'data:'],
  'require-trusted-types-for': [],
  'trusted-types': [],
};

/** The remote-debug script talks to where it came from. */
function remoteDirectives(url: string | undefined): Directives {
  if (url === undefined) return {};
  const { origin, host } = new URL(url);
  return { 'connect-src': ["'self'", ...vendorConnections, origin, `wss://${host}`] };
}

/** @param ancestors every page above a game is looked at, the one that frames the portal too */
function gamePolicy(ancestors: readonly string[]): string {
  return policy({
    'default-src': ["'self'", 'data:', 'blob:'],
    // WebAssembly is compiled from bytes; no text becomes code.
    'script-src': ["'self'", "'wasm-unsafe-eval'", 'blob:'],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ancestors,
  });
}

function policy(directives: Directives): string {
  return (
    Object.entries(directives)
      // No value: the directive is left out.
      .filter(([, values]) => values.length > 0)
      .map(([name, values]) => `${name} ${values.join(' ')}`)
      .join('; ')
  );
}
