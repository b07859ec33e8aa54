// Finds the recipient of a game's calls: the portal around it, a simulated portal on the developer's machine, or none.
import type { CallMethod, Environment, InitOptions, LocalPortalOptions, Sdk, SdkSaves } from './sdk.ts';
import { SdkError } from './sdk-error.ts';
import { withFallbackAfterTimeout } from './with-fallback-after-timeout.ts';

/** A portal or its substitute. Calls reject with errors that have a `code`. */
export interface Portal {
  call(method: string, params: object): Promise<unknown>;
  on(event: string, listener: (data: unknown) => void): unknown;
  onClosed?(listener: () => void): unknown;
}

export interface SdkHostEnvironment {
  /** Whether the game is in a frame. Without a frame there is no portal. */
  readonly isFramed: boolean;
  readonly isDevelopment: boolean;
  connect(options: { timeoutMs: number; portalOrigins: readonly string[] }): Promise<Portal | undefined>;
  /** Loaded on demand, because players never need it. */
  loadLocalPortal(): Promise<(options?: LocalPortalOptions) => Portal>;
  /** Loaded on demand, because many games save nothing. */
  loadSaves(): Promise<(call: CallMethod, on: Sdk['on']) => SdkSaves>;
}

export interface FoundPortal {
  readonly portal: Portal;
  /** Undefined for a real portal, whose player info determines the environment. */
  readonly environment?: Environment;
}

export const defaultInitTimeoutMs = 5000;

/** Always resolves. If starting fails, the result is a portal that rejects every call. */
export function findPortal(surroundings: SdkHostEnvironment, options: InitOptions): Promise<FoundPortal> {
  return choosePortal(surroundings, options).catch((error: unknown) => ({
    portal: refuseAll(`starting failed: ${String(error)}`),
    environment: 'disabled' as const,
  }));
}

async function choosePortal(surroundings: SdkHostEnvironment, options: InitOptions): Promise<FoundPortal> {
  const { timeoutMs = defaultInitTimeoutMs, portalOrigins = [], environment: wanted, local } = options;
  const { isFramed, isDevelopment } = surroundings;
  if (!wanted && isFramed) {
    const found = await surroundings.connect({ timeoutMs, portalOrigins });
    if (found) return { portal: found };
  }
  // A frame without a reply on a public address may be a portal with an outage, where players must not get simulated
  // purchases.
  if (wanted === 'disabled' || (!wanted && isFramed && !isDevelopment))
    return { portal: refuseAll('there is no portal here.'), environment: 'disabled' };
  const createLocalPortal = await withFallbackAfterTimeout(timeoutMs, surroundings.loadLocalPortal(), undefined);
  if (!createLocalPortal) throw new Error('the invented portal did not load in time');
  return { portal: createLocalPortal(local), environment: 'local' };
}

/** Replaces a missing portal: every call rejects instead of never settling. */
function refuseAll(why: string): Portal {
  return {
    call: (method) =>
      Promise.reject(
        new SdkError('NotSupported', method, `${why} For an invented one: init({ environment: 'local' }).`),
      ),
    on: () => undefined,
  };
}
