// The payment providers that can be used: those whose folder has a server half, loaded by the folder's name.
import { existsSync } from 'node:fs';
import type { ProviderManifest } from '#payments/port.ts';
import type { ServerHalf } from '#payments/port.server.ts';
import * as registry from '#payments/registry.ts';

export interface LoadedProvider {
  /** The folder, which is also the name of its settings, its hook and its rows. */
  readonly folder: string;
  readonly manifest: ProviderManifest;
  readonly half: ServerHalf;
}

export async function loadProviders(): Promise<readonly LoadedProvider[]> {
  const entries = Object.entries(registry) as [string, ProviderManifest][];
  return Promise.all(
    entries
      .filter(([folder]) => hasHalf(folder))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(async ([folder, manifest]) => ({ folder, manifest, half: await loadHalf(folder) })),
  );
}

const hasHalf = (folder: string): boolean =>
  existsSync(new URL(`../../../payments/${folder}/adapter.server.ts`, import.meta.url));

async function loadHalf(folder: string): Promise<ServerHalf> {
  // What a folder exports is checked by the family suite.
  const loaded = (await import(`#payments/${folder}/adapter.server.ts`)) as { half: ServerHalf };
  return loaded.half;
}
