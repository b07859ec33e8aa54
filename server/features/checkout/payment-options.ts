// What pages need to know about payment providers: the browser adapter's folder, the name of its block in a created
// payment, and the provider's display name.
import { existsSync } from 'node:fs';
import type { RuntimeConfig } from '#model/runtime-config.ts';
import type { ProviderManifest } from '#payments/port.ts';
import * as registry from '#payments/registry.ts';

/** Providers with adapters. The release contains only the server adapters, so those are checked. */
export const providersWithAdapters: readonly { readonly folder: string; readonly manifest: ProviderManifest }[] =
  Object.entries<ProviderManifest>(registry)
    .filter(([folder]) => existsSync(new URL(`../../../payments/${folder}/adapter.server.ts`, import.meta.url)))
    .map(([folder, manifest]) => ({ folder, manifest }));

export const paymentOptions: NonNullable<RuntimeConfig['paymentOptions']> = Object.fromEntries(
  providersWithAdapters.flatMap(({ folder, manifest: { id, title, paymentReply } }) =>
    paymentReply ? [[id, { folder, key: paymentReply.key, title }] as const] : [],
  ),
);
