// Who answers a game's calls: the portal around it, an invented one on its developer's machine, or nobody.
import type { LocalOptions } from './local-portal.ts';
import type { Environment, InitOptions } from './sdk.ts';
import { SdkError } from './sdk-error.ts';
import { within } from './within.ts';

/** Who answers calls: a portal, or what stands in for it. Rejects with errors that have a `code`. */
export interface Portal {
  call(method: string, params: object): Promise<unknown>;
  on(event: string, listener: (data: unknown) => void): unknown;
  /** Told once, when nobody answers any more. */
  onClosed?(listener: () => void): unknown;
}

export interface Surroundings {
  /** In a frame; a portal is never anywhere else. */
  readonly isFramed: boolean;
  /** On the developer's own machine. */
  readonly isDevelopment: boolean;
  /** Undefined when nobody has answered in time. */
  connect(options: { timeoutMs: number; portalOrigins: readonly string[] }): Promise<Portal | undefined>;
  /** Loaded when needed only: a player never needs it. */
  loadLocalPortal(): Promise<(options?: LocalOptions) => Portal>;
}

export interface FoundPortal {
  readonly portal: Portal;
  /** Undefined: the portal itself says it, with who plays. */
  readonly environment?: Environment;
}

export const defaultTimeoutMs = 5000;

/** Always resolves: where starting fails, every call is refused. */
export function findPortal(surroundings: Surroundings, options: InitOptions): Promise<FoundPortal> {
  return choosePortal(surroundings, options).catch((error: unknown) => ({
    portal: refuseAll(`starting failed: ${String(error)}`),
    environment: 'disabled' as const,
  }));
}

async function choosePortal(surroundings: Surroundings, options: InitOptions): Promise<FoundPortal> {
  const { timeoutMs = defaultTimeoutMs, portalOrigins = [], environment: wanted, local } = options;
  const { isFramed, isDevelopment } = surroundings;
  if (!wanted && isFramed) {
    const found = await surroundings.connect({ timeoutMs, portalOrigins });
    if (found) return { portal: found };
  }
  // A silent frame on a public address may be a portal in trouble: no player must meet an invented purchase there.
  if (wanted === 'disabled' || (!wanted && isFramed && !isDevelopment))
    return { portal: refuseAll('there is no portal here.'), environment: 'disabled' };
  const createLocalPortal = await within(timeoutMs, surroundings.loadLocalPortal(), undefined);
  if (!createLocalPortal) throw new Error('the invented portal did not load in time');
  return { portal: createLocalPortal(local), environment: 'local' };
}

/** Stands in where there is nobody: a call is refused, never left hanging. */
function refuseAll(why: string): Portal {
  return {
    call: (method) =>
      Promise.reject(
        new SdkError('NotSupported', method, `${why} For an invented one: init({ environment: 'local' }).`),
      ),
    on: () => undefined,
  };
}
