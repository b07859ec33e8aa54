// The names, schemas and calls that the adapters' manifests add to the contract. A new adapter needs no change here.
import { Type, type TObject, type TOptional } from 'typebox';
import * as foreignSdks from '#compat/registry.ts';
import * as identities from '#identities/registry.ts';
import { toPascalCase } from '#model/to-pascal-case.ts';
import type { RouteGroup } from '#model/route.ts';
import { oneOf } from '#model/schema.ts';
import * as payments from '#payments/registry.ts';
import * as platforms from '#platforms/registry.ts';

type Platforms = typeof platforms;
type Payments = typeof payments;
type Identities = typeof identities;

export type PlatformId = Platforms[keyof Platforms]['id'];
export type IdentityType =
  | 'AW'
  | (Platforms[keyof Platforms] | Payments[keyof Payments] | Identities[keyof Identities])['identityTypes'][number];

export const WebPublishingPlatform = oneOf(
  manifestsOf(platforms).map((manifest) => manifest.id) as [PlatformId, ...PlatformId[]],
);

/** The identity types that adapters can prove, plus `AW`, which no adapter proves. */
export const IdentityTypeName = oneOf<[IdentityType, ...IdentityType[]]>([
  'AW',
  ...new Set([...identityTypesOf(platforms), ...identityTypesOf(payments), ...identityTypesOf(identities)]),
]);

export const SignInProvider = oneOf(manifestsOf(identities).flatMap((manifest): string[] => [...manifest.providers]));

export const PaymentProvider = oneOf(manifestsOf(payments).map((manifest): string => manifest.id));

export const platformLoginBlockSchemas = blocksOf(platforms, 'login');
export const identityLoginBlockSchemas = blocksOf(identities, 'login');
export const platformPaymentRequestBlockSchemas = blocksOf(platforms, 'paymentRequest');
export const platformPaymentReplyBlockSchemas = blocksOf(platforms, 'paymentReply');
export const providerPaymentReplyBlockSchemas = blocksOf(payments, 'paymentReply');
export const identityPublicOptionBlockSchemas = blocksOf(identities, 'publicOptions');

export const platformDataFields = Object.fromEntries(
  manifestsOf(platforms).flatMap((manifest) =>
    'publicData' in manifest ? [[manifest.id, Type.Optional(manifest.publicData)]] : [],
  ),
) as PublicData;

/** Every block of a manifest with its schema name: `TelegramLogin`, `StripePaymentReply`. */
export const namedAdapterBlockSchemas: readonly (readonly [name: string, block: TObject])[] = [
  ...namedBlocksOf(platforms),
  ...namedBlocksOf(payments),
  ...namedBlocksOf(identities),
];

/** SDKs of other portals, whose games run unchanged. */
export const foreignSdkIds = Object.values(foreignSdks).map(({ id }) => id);

/** Flags such as `XsollaEnabled`: which providers a game's store offers. */
export const storeProviderFlagFields = Object.fromEntries(
  manifestsOf(payments).map((manifest) => [manifest.storeFlag, Type.Boolean()]),
) as Record<Payments[keyof Payments]['storeFlag'], ReturnType<typeof Type.Boolean>>;

export const adapterRoutes = { ...areasOf(platforms), ...areasOf(payments), ...areasOf(identities) };

type Registry = Readonly<Record<string, { identityTypes: readonly string[]; routes?: RouteGroup }>>;

type PublicData = {
  [
    M in keyof Platforms as Platforms[M] extends { publicData: TObject } ? Platforms[M]['id'] : never
  ]: Platforms[M] extends {
    publicData: infer B extends TObject;
  }
    ? TOptional<B>
    : never;
};

type Blocks<R, Part extends string> = {
  [
    M in keyof R as R[M] extends Record<Part, { key: infer K extends string; block: TObject }> ? K : never
  ]: R[M] extends Record<Part, { block: infer B extends TObject }> ? TOptional<B> : never;
};

type Areas<R> = {
  [M in keyof R as R[M] extends { routes: RouteGroup } ? M : never]: R[M] extends { routes: infer A } ? A : never;
};

// Sorted, because loaders list a module's exports in different orders and the printed documents must not change.
function entriesOf<R extends Registry>(registry: R): [string, R[keyof R]][] {
  return (Object.entries(registry) as [string, R[keyof R]][]).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function manifestsOf<R extends Registry>(registry: R): R[keyof R][] {
  return entriesOf(registry).map(([, manifest]) => manifest);
}

function blocksOf<R extends Registry, Part extends string>(registry: R, part: Part): Blocks<R, Part> {
  const entries = manifestsOf(registry).flatMap((manifest: Partial<Record<string, unknown>>) => {
    const own = manifest[part] as { key: string; block: TObject } | undefined;
    return own ? [[own.key, Type.Optional(own.block)]] : [];
  });
  return Object.fromEntries(entries) as Blocks<R, Part>;
}

function namedBlocksOf(registry: Registry): [string, TObject][] {
  return manifestsOf(registry).flatMap((manifest: Partial<Record<string, unknown>>) =>
    ['login', 'paymentRequest', 'paymentReply', 'publicOptions', 'publicData'].flatMap((part): [string, TObject][] => {
      const own = manifest[part] as TObject | { readonly block: TObject } | undefined;
      if (own === undefined) return [];
      return [[`${String(manifest['id'])}${toPascalCase(part)}`, 'block' in own ? own.block : own]];
    }),
  );
}

function areasOf<R extends Registry>(registry: R): Areas<R> {
  const entries = entriesOf(registry).flatMap(([name, { routes }]) => (routes ? [[name, routes]] : []));
  return Object.fromEntries(entries) as Areas<R>;
}

function identityTypesOf(registry: Registry): IdentityType[] {
  return manifestsOf(registry).flatMap(({ identityTypes }) => [...identityTypes] as IdentityType[]);
}
