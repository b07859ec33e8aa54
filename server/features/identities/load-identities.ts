// The ways to sign in with their server halves, loaded by the names of their folders. A folder without a half proves nothing
// by itself.
import { existsSync } from 'node:fs';
import type { IdentityManifest } from '#identities/port.ts';
import type { ServerHalf } from '#identities/port.server.ts';
import * as registry from '#identities/registry.ts';

export interface LoadedIdentity {
  /** The folder, which is also the name of its area of calls and of its settings. */
  readonly folder: string;
  readonly manifest: IdentityManifest;
  readonly half: ServerHalf | undefined;
}

export async function loadIdentities(): Promise<readonly LoadedIdentity[]> {
  const entries = Object.entries(registry) as [string, IdentityManifest][];
  return Promise.all(
    entries
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(async ([folder, manifest]) => ({ folder, manifest, half: await loadHalf(folder) })),
  );
}

async function loadHalf(folder: string): Promise<ServerHalf | undefined> {
  if (!existsSync(new URL(`../../../identities/${folder}/adapter.server.ts`, import.meta.url))) return undefined;
  // What a folder exports is checked by the family suite.
  const loaded = (await import(`#identities/${folder}/adapter.server.ts`)) as { half: ServerHalf };
  return loaded.half;
}
