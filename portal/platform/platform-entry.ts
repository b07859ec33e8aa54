import type { PlatformId } from '#contract/registries.ts';
import type { PlatformEntry as Described } from '#platforms/port.ts';

/** A platform's manifest as far as the browser knows it. */
export type PlatformEntry = Described<PlatformId>;
