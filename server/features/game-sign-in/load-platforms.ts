import type { PlatformManifest } from '#platforms/port.ts';
import type { AnyServerAdapter } from '#platforms/port.server.ts';
import * as registry from '#platforms/registry.ts';

export interface LoadedPlatform {
  readonly folder: string;
  readonly manifest: PlatformManifest;
  readonly adapter: AnyServerAdapter;
}

export async function loadPlatforms(): Promise<readonly LoadedPlatform[]> {
  const entries = Object.entries(registry) as [string, PlatformManifest][];
  return Promise.all(
    entries
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(async ([folder, manifest]) => ({ folder, manifest, adapter: await loadAdapter(folder) })),
  );
}

async function loadAdapter(folder: string): Promise<AnyServerAdapter> {
  const loaded = (await import(`#platforms/${folder}/adapter.server.ts`)) as { adapter?: AnyServerAdapter };
  if (!loaded.adapter)
    throw new Error(`platforms/${folder}/adapter.server.ts exports no "half". Declare it with defineServerAdapter.`);
  return loaded.adapter;
}
