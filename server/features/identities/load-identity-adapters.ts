// Loads the server adapters of sign-in methods. Folders without an adapter are skipped.
import { existsSync } from 'node:fs';
import type { IdentityManifest } from '#identities/port.ts';
import type { AnyServerAdapter } from '#identities/port.server.ts';
import * as registry from '#identities/registry.ts';

export interface LoadedIdentityAdapter {
  readonly folder: string;
  readonly manifest: IdentityManifest;
  readonly adapter: AnyServerAdapter | undefined;
}

export async function loadIdentityAdapters(): Promise<readonly LoadedIdentityAdapter[]> {
  const entries = Object.entries(registry) as [string, IdentityManifest][];
  return Promise.all(
    entries
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(async ([folder, manifest]) => ({ folder, manifest, adapter: await loadAdapter(folder) })),
  );
}

async function loadAdapter(folder: string): Promise<AnyServerAdapter | undefined> {
  if (!existsSync(new URL(`../../../identities/${folder}/adapter.server.ts`, import.meta.url))) return undefined;
  // `every-*.test.ts` checks what adapters export.
  const loaded = (await import(`#identities/${folder}/adapter.server.ts`)) as { adapter: AnyServerAdapter };
  return loaded.adapter;
}
