import type { PlatformId } from '#contract/registries.ts';
import type { PlatformEntry as Described } from '#platforms/port.ts';

/** A platform as pages know it. */
export type PlatformEntry = Described<PlatformId>;
