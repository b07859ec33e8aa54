// Security headers by type of response. Policies are computed once at start; only a page's nonce is computed per
// request.
import { buildGameOrigin } from '#model/build-game-origin.ts';
import type { IdentityManifest } from '#identities/port.ts';
import * as identities from '#identities/registry.ts';
import type { PlatformManifest } from '#platforms/port.ts';
import * as platforms from '#platforms/registry.ts';
import type { Config } from '#server/config.ts';
import { buildCheckoutAddress } from '#server/features/checkout/checkout-address.ts';
import { listFrameAncestors } from './frame-ancestors.ts';

type PageKind = 'api' | 'page' | 'asset' | 'game';

export type ResponseHeaders = Readonly<Record<string, string>>;

export interface PageHeaderOptions {
  readonly nonce: string;
  readonly frameAncestors?: readonly string[];
  readonly gameOrigins?: readonly string[];
  readonly frameOrigins?: readonly string[];
  readonly carriesToken?: boolean;
  /** A payment page: it may frame only the checkout. */
  readonly isForm?: boolean;
  readonly reaches?: PlatformManifest['reaches'] | undefined;
  /** Whether the operator's tag manager may run on this page, if there is one. */
  readonly hasTags?: boolean;
  /** Debugging flags in the address; ignored without DEBUG_TOOLS. */
  readonly flags?: { readonly eruda: boolean; readonly remotejs: boolean };
}

export interface HeaderPolicy {
  readonly of: (kind: Exclude<PageKind, 'page'>) => ResponseHeaders;
  /** Headers of a portal page. `frameAncestors`: origins that may frame it; none by default. */
  readonly page: (options: PageHeaderOptions) => ResponseHeaders;
  /** Origins that may frame a page on this platform; none if the platform doesn't frame us. */
  readonly ancestorsOf: (platform: Pick<PlatformManifest, 'id' | 'embeddedBy'> | undefined) => readonly string[];
  /** Origins that may frame a game: its own, the portal's, and those of platforms that frame the portal. */
  readonly gameAncestors: readonly string[];
}

export function createHeaderPolicy(
  config: Pick<
    Config,
    'production' | 'publicUrl' | 'gamesUrl' | 'debugTools' | 'remoteDebugUrl' | 'tagManager' | 'frameHosts'
  >,
  options: { readonly lab?: boolean; readonly frameAncestors?: readonly string[] } = {},
): HeaderPolicy {
  const games = buildGameOrigin(config.gamesUrl, '*');
  const lab = options.frameAncestors ?? [];
  const ancestorsOf: HeaderPolicy['ancestorsOf'] = (platform) => listFrameAncestors(platform, config.frameHosts, lab);
  // Browsers check all ancestors of a game's frame, not only its parent.
  const embedders = Object.values<PlatformManifest>(platforms).flatMap(ancestorsOf);
  const gameAncestors = [...new Set(["'self'", config.publicUrl.origin, ...embedders, ...lab])];
  const checkout = buildCheckoutAddress(config.gamesUrl).origin;
  const permissions = permissionsOf(checkout);
  const everywhere: ResponseHeaders = {
    'x-content-type-options': 'nosniff',
    'origin-agent-cluster': '?1',
    'permissions-policy': permissions,
    ...(config.production && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
  // In the lab, simulated vendors are on our own origin.
  const signInFrames = [...(options.lab ? ["'self'"] : []), ...vendorFrames];
  const { origins: tagOrigins } = config.tagManager ?? {};
  const tagsReach = tagOrigins && { script: tagOrigins, connect: tagOrigins, frame: tagOrigins };
  const quiet = { ...everywhere, 'referrer-policy': 'strict-origin-when-cross-origin' };
  const fixed: Readonly<Record<Exclude<PageKind, 'page'>, ResponseHeaders>> = {
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
    ancestorsOf,
    gameAncestors,
    page: ({
      nonce,
      frameAncestors,
      gameOrigins = [],
      frameOrigins = [],
      carriesToken,
      isForm,
      reaches,
      hasTags,
      flags,
    }) => ({
      ...everywhere,
      'referrer-policy': carriesToken ? 'no-referrer' : 'strict-origin-when-cross-origin',
      'content-security-policy': policy(
        reaching(hasTags ? tagsReach : reaches, {
          ...pagePolicy(nonce, [games, ...gameOrigins], frameAncestors ?? []),
          'frame-src': isForm ? [checkout, ...signInFrames] : [games, ...gameOrigins, ...signInFrames, ...frameOrigins],
          ...(config.debugTools && flags?.eruda && consoleDirectives),
          ...(config.debugTools && flags?.remotejs && remoteDirectives(config.remoteDebugUrl)),
        }),
      ),
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
      // `no-store` also keeps pages with tokens out of the back/forward cache; other pages hold no secret.
      'cache-control': carriesToken || isForm ? 'no-store' : 'no-cache',
    }),
  };
}

// Denies everything that no page needs. Unknown names would make browsers warn on every page. Payment is allowed for
// our pages and the checkout frame.
const permissionsOf = (checkoutOrigin: string): string =>
  [
    ...['camera', 'microphone', 'geolocation', 'usb', 'serial', 'midi', 'hid'].map((feature) => `${feature}=()`),
    `payment=(self "${checkoutOrigin}")`,
  ].join(', ');

const reached = Object.values<IdentityManifest>(identities).flatMap(({ reaches }) => reaches ?? []);
const vendorConnections = reached.flatMap(({ connect = [] }) => connect);
const vendorFrames = reached.flatMap(({ frame = [] }) => frame);

type Directives = Readonly<Record<string, readonly string[]>>;

/**
 * Adds the origins of a platform or the tag manager to the directives. Our script, which has the nonce, loads theirs.
 * That script writes HTML, so Trusted Types are not required on such pages.
 */
function reaching(reaches: PlatformManifest['reaches'], directives: Directives): Directives {
  if (!reaches) return directives;
  const { script, connect = [], frame = [], style = [], font = [] } = reaches;
  const all = (name: string, more: readonly string[]) => [...(directives[name] ?? []), ...more];
  // A nonce would disable 'unsafe-inline' for styles.
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

// The debugging console writes its own HTML, styles and fonts; only these directives are relaxed.
const consoleDirectives: Directives = {
  'style-src': ["'self'", "'unsafe-inline'"],
  'font-src': ["'self'", 'data:'],
  'require-trusted-types-for': [],
  'trusted-types': [],
};

function remoteDirectives(url: string | undefined): Directives {
  if (url === undefined) return {};
  const { origin, host } = new URL(url);
  return { 'connect-src': ["'self'", ...vendorConnections, origin, `wss://${host}`] };
}

/** @param ancestors all pages above a game, including the one that frames the portal */
function gamePolicy(ancestors: readonly string[]): string {
  return policy({
    'default-src': ["'self'", 'data:', 'blob:'],
    // Allows compiling WebAssembly, but not `eval`.
    'script-src': ["'self'", "'wasm-unsafe-eval'", 'blob:'],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ancestors,
  });
}

function policy(directives: Directives): string {
  return Object.entries(directives)
    .filter(([, values]) => values.length > 0)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}
