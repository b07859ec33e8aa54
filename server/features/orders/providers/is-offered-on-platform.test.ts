import { expect, test } from 'vitest';
import * as registry from '#payments/registry.ts';
import * as platforms from '#platforms/registry.ts';
import type { ProviderManifest } from '#payments/port.ts';
import type { PlatformManifest } from '#platforms/port.ts';
import { isOfferedOnPlatform } from './is-offered-on-platform.ts';

const anywhere = {} as ProviderManifest;
const onOne = { platforms: ['One'] } as unknown as ProviderManifest;
const providers = [anywhere, onOne].map((manifest) => ({ family: 'payments' as const, manifest }));

test('a provider of one platform is offered only there, and no other is offered there', () => {
  const offered = (platform: string) =>
    [anywhere, onOne].filter((manifest) => isOfferedOnPlatform(platform, manifest, providers));
  expect(offered('One')).toEqual([onOne]);
  expect(offered('FxId')).toEqual([anywhere]);
});

test('every platform that a provider names lets the portal handle payments', () => {
  const byId = new Map(Object.values<PlatformManifest>(platforms).map((manifest) => [manifest.id, manifest]));
  const named = Object.values<ProviderManifest>(registry).flatMap((manifest) => manifest.platforms ?? []);
  expect(named.length).toBeGreaterThan(0);
  for (const platform of named) expect(byId.get(platform)?.purchases).toBe('portal');
});
