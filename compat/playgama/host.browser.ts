import type { Sdk } from '#sdk/sdk.ts';
import type { ForeignEmitter } from '../kit/emitter.browser.ts';
import type { PageLink } from '../kit/page-link.browser.ts';
import type { BridgeConfig } from './config.browser.ts';

/** What the modules share. */
export interface BridgeHost {
  readonly page: PageLink['page'];
  /** Our SDK. Undefined before `initialize`, and where there is no portal. */
  readonly sdk: () => Sdk | undefined;
  readonly config: () => BridgeConfig;
  readonly events: ForeignEmitter;
}

/** Options that name a platform count for that one only. */
export function resolveOptions(options: unknown): unknown {
  const { playgama } = (typeof options === 'object' && options !== null ? options : {}) as { playgama?: unknown };
  return playgama ?? options;
}
