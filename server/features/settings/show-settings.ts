// Settings as an operator may see them on a screen that others see too: what is not known to be harmless is hidden.
import type { TObject, TSchema } from 'typebox';

export interface ShownManifest {
  readonly settings?: TObject;
  /** What browsers are told of the settings of a way to sign in. */
  readonly publicOptions?: { readonly block: TObject };
  /** The same for a platform. */
  readonly publicData?: TObject;
}

/** The same settings, with a word in the place of what may be a secret. */
export function omitSecrets({ settings, publicOptions, publicData }: ShownManifest, values: object): object {
  const told = new Set(Object.keys({ ...publicOptions?.block.properties, ...publicData?.properties }));
  return shownObject(settings, values, (name) => told.has(name) || harmless.test(name));
}

/** Stands where a secret is. */
export const hidden = '(hidden)';
const harmless = /(Ids?|Urls?|Hosts?|Base)$/;

function shownObject(schema: TSchema | undefined, values: object, isHarmless: (name: string) => boolean): object {
  const { properties = {} } = (schema ?? {}) as { properties?: Readonly<Record<string, TSchema>> };
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, shownValue(properties[name], value, isHarmless(name))]),
  );
}

function shownValue(schema: TSchema | undefined, value: unknown, isHarmless: boolean): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  // One of a few words that stand in the schema says no secret.
  if (typeof value === 'string') return isHarmless || isChoice(schema) ? withoutCredentials(value) : hidden;
  if (Array.isArray(value)) return value.map((item: unknown) => shownValue(undefined, item, isHarmless));
  if (typeof value === 'object' && value !== null)
    return shownObject(schema, value, (name) => isHarmless || harmless.test(name));
  return hidden;
}

const isChoice = (schema: TSchema | undefined): boolean =>
  schema !== undefined && ('enum' in schema || 'const' in schema || 'anyOf' in schema);

function withoutCredentials(text: string): string {
  if (!URL.canParse(text)) return text;
  const { username, password, search } = new URL(text);
  return username === '' && password === '' && search === '' ? text : hidden;
}
