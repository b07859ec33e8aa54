// Everybody who takes money: payment providers, and platforms that take it themselves, as far as their folders have a server adapter
// for it. Orders, webhooks and settings know them all by their folders, which are different words in both families.
import { existsSync } from 'node:fs';
import type { PaymentVerbs } from '#model/payment-verbs.server.ts';
import type { AnyCalls } from '#payments/port.server.ts';
import type { ProviderManifest } from '#payments/port.ts';
import * as registry from '#payments/registry.ts';
import type { PlatformManifest } from '#platforms/port.ts';
import { loadPlatforms, type LoadedPlatform } from '#server/features/game-sign-in/load-platforms.ts';

interface Taker {
  /** The folder, which is also the name of its settings, its hook and its rows. */
  readonly folder: string;
  readonly adapter: LoadedAdapter;
}

/** Settings that the schema of an adapter's own manifest has let through: what is in them that adapter alone knows. */
export type CheckedSettings = object | undefined;

export type LoadedAdapter = PaymentVerbs<CheckedSettings, object | undefined>;

/** `family` is where its settings are. */
export type LoadedProvider =
  | (Taker & {
      readonly family: 'payments';
      readonly manifest: ProviderManifest;
      /** The manifest's own calls. */
      readonly calls: AnyCalls;
    })
  | (Taker & { readonly family: 'platforms'; readonly manifest: PlatformManifest });

/** @param platforms those of the registry, unless a test has others */
export async function loadProviders(platforms?: readonly LoadedPlatform[]): Promise<readonly LoadedProvider[]> {
  const providers = Object.entries<ProviderManifest>(registry)
    .filter(([folder]) => hasAdapter(folder))
    .map(async ([folder, manifest]) => {
      const { calls = {}, ...adapter } = await loadAdapter(folder);
      return { family: 'payments' as const, folder, manifest, adapter, calls };
    });
  const loaded = [...(await Promise.all(providers)), ...findSellingPlatforms(platforms ?? (await loadPlatforms()))];
  return loaded.toSorted((a, b) => (a.folder < b.folder ? -1 : 1));
}

/** The platforms whose halves take money. */
export const findSellingPlatforms = (platforms: readonly LoadedPlatform[]): readonly LoadedProvider[] =>
  platforms.flatMap(({ folder, manifest, adapter }) =>
    // The settings that it gets have passed the schema of its own manifest.
    adapter.payments ? [{ family: 'platforms', folder, manifest, adapter: adapter.payments as LoadedAdapter }] : [],
  );

const hasAdapter = (folder: string): boolean =>
  existsSync(new URL(`../../../../payments/${folder}/adapter.server.ts`, import.meta.url));

async function loadAdapter(folder: string): Promise<LoadedAdapter & { readonly calls?: AnyCalls }> {
  // What a folder exports is checked by the family suite.
  const loaded = (await import(`#payments/${folder}/adapter.server.ts`)) as {
    adapter: LoadedAdapter & { readonly calls?: AnyCalls };
  };
  return loaded.adapter;
}
