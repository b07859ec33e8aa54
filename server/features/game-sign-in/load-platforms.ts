// The platforms with their server halves, loaded by the names of their folders.
import type { PlatformManifest } from '#platforms/port.ts';
import type { AnyServerHalf } from '#platforms/port.server.ts';
import * as registry from '#platforms/registry.ts';

export interface LoadedPlatform {
  /** The folder, which is also the name of its settings. */
  readonly folder: string;
  readonly manifest: PlatformManifest;
  readonly half: AnyServerHalf;
}

export async function loadPlatforms(): Promise<readonly LoadedPlatform[]> {
  const entries = Object.entries(registry) as [string, PlatformManifest][];
  return Promise.all(
    entries
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(async ([folder, manifest]) => ({ folder, manifest, half: await loadHalf(folder) })),
  );
}

async function loadHalf(folder: string): Promise<AnyServerHalf> {
  const loaded = (await import(`#platforms/${folder}/adapter.server.ts`)) as { half?: AnyServerHalf };
  if (!loaded.half)
    throw new Error(`platforms/${folder}/adapter.server.ts exports no "half". Declare it with serverHalf.`);
  return loaded.half;
}
