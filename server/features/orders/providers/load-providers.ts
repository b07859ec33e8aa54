// Loads payment providers and the platforms that handle payments themselves, if their folders have a server adapter for
// it. Orders, webhooks and settings refer to them by folder; folder names are unique across both families.
import { existsSync } from 'node:fs';
import type { PaymentOperations } from '#model/payment-operations.server.ts';
import type { AnyProviderCallHandlers } from '#payments/port.server.ts';
import type { ProviderManifest } from '#payments/port.ts';
import * as registry from '#payments/registry.ts';
import type { PlatformManifest } from '#platforms/port.ts';
import { loadPlatforms, type LoadedPlatform } from '#server/features/game-sign-in/load-platforms.ts';

interface ProviderBase {
  /** The folder, which also names its settings, webhook address and rows. */
  readonly folder: string;
  readonly adapter: LoadedPaymentAdapter;
}

/** Settings validated by the schema of the adapter's manifest; only the adapter knows their type. */
export type ValidatedSettings = object | undefined;

export type LoadedPaymentAdapter = PaymentOperations<ValidatedSettings, object | undefined>;

/** `family` is where its settings are stored. */
export type LoadedProvider =
  | (ProviderBase & {
      readonly family: 'payments';
      readonly manifest: ProviderManifest;
      readonly calls: AnyProviderCallHandlers;
    })
  | (ProviderBase & { readonly family: 'platforms'; readonly manifest: PlatformManifest });

export async function loadProviders(platforms?: readonly LoadedPlatform[]): Promise<readonly LoadedProvider[]> {
  const providers = Object.entries<ProviderManifest>(registry)
    .filter(([folder]) => hasAdapter(folder))
    .map(async ([folder, manifest]) => {
      const { calls = {}, ...adapter } = await loadAdapter(folder);
      return { family: 'payments' as const, folder, manifest, adapter, calls };
    });
  const loaded = [...(await Promise.all(providers)), ...listPlatformProviders(platforms ?? (await loadPlatforms()))];
  return loaded.toSorted((a, b) => (a.folder < b.folder ? -1 : 1));
}

export const listPlatformProviders = (platforms: readonly LoadedPlatform[]): readonly LoadedProvider[] =>
  platforms.flatMap(({ folder, manifest, adapter }) =>
    // Its settings have passed the schema of its own manifest, so the cast is safe.
    adapter.payments
      ? [{ family: 'platforms', folder, manifest, adapter: adapter.payments as LoadedPaymentAdapter }]
      : [],
  );

const hasAdapter = (folder: string): boolean =>
  existsSync(new URL(`../../../../payments/${folder}/adapter.server.ts`, import.meta.url));

async function loadAdapter(
  folder: string,
): Promise<LoadedPaymentAdapter & { readonly calls?: AnyProviderCallHandlers }> {
  // `every-*.test.ts` checks what adapters export.
  const loaded = (await import(`#payments/${folder}/adapter.server.ts`)) as {
    adapter: LoadedPaymentAdapter & { readonly calls?: AnyProviderCallHandlers };
  };
  return loaded.adapter;
}
