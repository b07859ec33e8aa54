// What pages have to know of payment providers: the folder of the browser adapter, what its block in a created
// payment is called, and what people call the provider.
import { existsSync } from 'node:fs';
import type { RuntimeConfig } from '#model/runtime-config.ts';
import type { ProviderManifest } from '#payments/port.ts';
import * as registry from '#payments/registry.ts';

/** The providers that have their adapters. Of the two, only the server's is in the folder that is shipped. */
export const browserProviders: readonly { readonly folder: string; readonly manifest: ProviderManifest }[] =
  Object.entries<ProviderManifest>(registry)
    .filter(([folder]) => existsSync(new URL(`../../../payments/${folder}/adapter.server.ts`, import.meta.url)))
    .map(([folder, manifest]) => ({ folder, manifest }));

/** By the provider's name on the wire. */
export const paymentOptions: NonNullable<RuntimeConfig['paymentOptions']> = Object.fromEntries(
  browserProviders.flatMap(({ folder, manifest: { id, title, paymentReply } }) =>
    paymentReply ? [[id, { folder, key: paymentReply.key, title }] as const] : [],
  ),
);
