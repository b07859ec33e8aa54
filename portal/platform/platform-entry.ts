import type { PlatformId } from '#contract/registries.ts';
import type { PlatformSummary as Described } from '#platforms/port.ts';

export type PlatformEntry = Described<PlatformId>;
