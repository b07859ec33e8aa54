// The adapters with settings, by family and folder.
import { Type, type TObject } from 'typebox';
import * as identities from '#identities/registry.ts';
import { oneOf } from '#model/schema.ts';
import * as payments from '#payments/registry.ts';
import * as platforms from '#platforms/registry.ts';
import type { AdapterFamily } from './adapter-settings.ts';
import type { SettingsManifest } from './show-settings.ts';

/** Adapters that verify identities need to know whose keys they use. */
export function addTrustSetting(family: AdapterFamily, schema: TObject): TObject {
  if (family === 'payments') return schema;
  return Type.Object(
    { ...schema.properties, Trust: Type.Optional(oneOf(['portal', 'game'])) },
    { additionalProperties: false },
  );
}

// Not every family has settings yet; those that do declare them in the same way.
const families = { identities, platforms, payments } as Readonly<
  Record<AdapterFamily, Readonly<Record<string, SettingsManifest>>>
>;

export interface KnownAdapter {
  readonly family: AdapterFamily;
  readonly adapter: string;
  readonly schema: TObject;
  readonly manifest: SettingsManifest;
}

/** Undefined: the adapter does not exist or has no settings. */
export function findAdapter(what: string): KnownAdapter | undefined {
  const [family = '', adapter = ''] = what.split('/');
  const known = Object.hasOwn(families, family) ? families[family as AdapterFamily] : undefined;
  const manifest = known && Object.hasOwn(known, adapter) ? known[adapter] : undefined;
  const schema = manifest?.settings;
  return schema && { family: family as AdapterFamily, adapter, schema, manifest };
}

/** All adapters with settings. */
export const listAdapters = (): KnownAdapter[] =>
  Object.entries(families).flatMap(([family, adapters]) =>
    Object.keys(adapters).flatMap((adapter) => findAdapter(`${family}/${adapter}`) ?? []),
  );

export function requireAdapter(what: string): KnownAdapter {
  const found = findAdapter(what);
  if (found) return found;
  const all = listAdapters().map((each) => `${each.family}/${each.adapter}`);
  throw new Error(`${what} has no settings. These do: ${all.toSorted().join(', ')}.`);
}
