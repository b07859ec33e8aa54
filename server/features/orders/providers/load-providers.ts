// Everybody who takes money: payment providers, and platforms that take it themselves, as far as their folders have a server half
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
  readonly half: LoadedHalf;
}

/** Settings that the schema of a half's own manifest has let through: what is in them that half alone knows. */
export type CheckedSettings = object | undefined;

export type LoadedHalf = PaymentVerbs<CheckedSettings, object | undefined>;

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
    .filter(([folder]) => hasHalf(folder))
    .map(async ([folder, manifest]) => {
      const { calls = {}, ...half } = await loadHalf(folder);
      return { family: 'payments' as const, folder, manifest, half, calls };
    });
  const loaded = [...(await Promise.all(providers)), ...findSellingPlatforms(platforms ?? (await loadPlatforms()))];
  return loaded.toSorted((a, b) => (a.folder < b.folder ? -1 : 1));
}

/** The platforms whose halves take money. */
export const findSellingPlatforms = (platforms: readonly LoadedPlatform[]): readonly LoadedProvider[] =>
  platforms.flatMap(({ folder, manifest, half }) =>
    // The settings that it gets have passed the schema of its own manifest.
    half.payments ? [{ family: 'platforms', folder, manifest, half: half.payments as LoadedHalf }] : [],
  );

const hasHalf = (folder: string): boolean =>
  existsSync(new URL(`../../../../payments/${folder}/adapter.server.ts`, import.meta.url));

async function loadHalf(folder: string): Promise<LoadedHalf & { readonly calls?: AnyCalls }> {
  // What a folder exports is checked by the family suite.
  const loaded = (await import(`#payments/${folder}/adapter.server.ts`)) as {
    half: LoadedHalf & { readonly calls?: AnyCalls };
  };
  return loaded.half;
}
