// Connects the platform named in the URL: loads its adapter, gives it its host, and signs in with its proof. Only the
// portal's own adapter is bundled.
import type { PlatformEntry } from '#portal/platform/platform-entry.ts';
import {
  PlatformError,
  type AnyBrowserAdapter,
  type AnyBrowserHost,
  type PlatformCapabilities,
  type PortalCapabilities,
} from '#platforms/port.browser.ts';
import { adapter as ownAdapter } from '#platforms/fxid/adapter.browser.ts';
import { defaultAdapter } from '#portal/shell/page-target.ts';
import type { AdKind, GameBinding, ConnectedPlatform } from './connected-platform.ts';

export interface StartPlatformDeps {
  /** Without what depends on the game's bridge. */
  readonly host: Omit<AnyBrowserHost, 'portal' | 'events' | 'calls' | 'withPlatformTimeout'>;
  readonly calls: Readonly<Record<string, unknown>>;
  readonly authenticate: (login: unknown) => Promise<void>;
  /** Resolves to false if the player declines. */
  readonly authenticateByLink: (login: unknown) => Promise<boolean>;
  readonly signOut: () => void;
  readonly loadAdapter?: (folder: string) => Promise<AnyBrowserAdapter>;
}

export async function startPlatform(entry: PlatformEntry, deps: StartPlatformDeps): Promise<ConnectedPlatform> {
  const { host, calls, authenticate, authenticateByLink, signOut, loadAdapter = loadByFolder } = deps;
  let bound: GameBinding | undefined;
  const adsAvailable: Map<AdKind, boolean> = new Map();
  // Rejected when the platform is disposed, so that pending calls stop waiting.
  const gone = Promise.withResolvers<never>();
  gone.promise.catch(() => undefined);
  const inTimeHere: AnyBrowserHost['withPlatformTimeout'] = (what, promise, ms) =>
    withPlatformTimeout(what, Promise.race([promise, gone.promise]), ms);
  // Whether the platform's proof started the session. An earlier session is left alone.
  let isProved = false;
  const forgetPlayer = (): void => {
    if (isProved) signOut();
    isProved = false;
  };
  const signInByLink = async (): Promise<boolean> => {
    const login = platform.takeLinkLogin?.();
    return login !== undefined && authenticateByLink(login);
  };
  const signIn = async (): Promise<void> => {
    const login = await withPlatformTimeout(`The proof of ${entry.title}`, platform.login());
    if (login !== undefined) await authenticate(login);
    else if (!(await signInByLink())) return forgetPlayer();
    isProved = true;
    // Not awaited: the game does not depend on it.
    platform.purchases
      ?.restore?.()
      .catch((error: unknown) => host.log.warn(`Earlier purchases on ${entry.title} could not be completed.`, error));
  };
  const adapter = await loadAdapter(entry.folder);
  const platform = await withPlatformTimeout(
    entry.title,
    adapter.connect({
      ...host,
      calls: calls[entry.folder] ?? {},
      portal: ownOf(() => bound),
      events: {
        focus: (isFocused) => bound?.news.focus(isFocused),
        playerRefreshed: () => bound?.news.playerRefreshed(),
        sdkEvent: (type, data) => bound?.news.sdkEvent(type, data),
        insetsChanged: () => bound?.news.insetsChanged(),
        adAvailable: (kind, isAvailable) => {
          adsAvailable.set(kind, isAvailable);
          bound?.news.adAvailable(kind, isAvailable);
        },
        playerChanged: () =>
          void signIn().catch((error: unknown) => {
            host.log.warn(`${entry.title} could not identify the player.`, error);
            // In any case the previous player no longer plays.
            forgetPlayer();
          }),
      },
      withPlatformTimeout: inTimeHere,
    }),
    connectMs,
  );
  return {
    entry,
    platform,
    adsAvailable,
    signIn,
    bind: (game) => {
      if (bound) throw new PlatformError('Unknown', 'Already initialized');
      bound = game;
      return () => {
        if (bound === game) bound = undefined;
      };
    },
    dispose: () => {
      gone.reject(new PlatformError('Unknown', 'The game was left.'));
      platform.dispose();
    },
  };
}

const connectMs = 30_000;
const defaultMs = 15_000;

/** The error names `what`. */
export async function withPlatformTimeout<T>(what: string, promise: Promise<T>, ms: number = defaultMs): Promise<T> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new PlatformError('Timeout', `${what} has not answered within ${Math.round(ms / 1000)} s.`)),
    ms,
  );
  try {
    return await Promise.race([promise, over]);
  } finally {
    clearTimeout(timer);
  }
}

/** The capabilities belong to the connected game; calls throw while there is none. */
function ownOf(bound: () => GameBinding | undefined): PortalCapabilities {
  const own = (): PortalCapabilities => {
    const game = bound();
    if (!game) throw new PlatformError('NotSupported', 'Not initialized');
    return game.own;
  };
  return {
    signIn: { open: async () => own().signIn.open() },
    friends: { list: async () => own().friends.list() },
    invites: { invite: async (request) => own().invites.invite(request) },
    share: { share: async (request) => own().share.share(request) },
    favorites: { add: async () => own().favorites.add() },
    community: { join: async () => own().community.join() },
    reviews: {
      canAsk: async () => own().reviews.canAsk(),
      ask: async () => own().reviews.ask(),
      info: async () => own().reviews.info(),
    },
    get video() {
      return bound()?.own.video;
    },
  } satisfies PlatformCapabilities;
}

const adapters = import.meta.glob<AnyBrowserAdapter>(
  ['../../platforms/*/adapter.browser.ts', '!../../platforms/fxid/adapter.browser.ts'],
  { import: 'adapter' },
);

async function loadByFolder(folder: string): Promise<AnyBrowserAdapter> {
  if (folder === defaultAdapter) return ownAdapter;
  const load = adapters[`../../platforms/${folder}/adapter.browser.ts`];
  if (!load) throw new PlatformError('NotSupported', `Unsupported adapter for ${folder}`);
  return load();
}

export const isPlatformSupported = (folder: string): boolean =>
  folder === defaultAdapter || `../../platforms/${folder}/adapter.browser.ts` in adapters;
