// Secrets in forms: they are never sent to the console, and stay as they are if the operator leaves them empty.
import type { TSchema } from 'typebox';
import { hiddenValue, isChoiceSchema, isHarmlessSetting, omitSecrets, type SettingsManifest } from './show-settings.ts';

/** Paths such as `/Xsolla/ApiKey`. A list or table with a secret in it counts as one secret. */
export function listSecretPaths(manifest: SettingsManifest): string[] {
  const isShown = isHarmlessSetting(manifest);
  return manifest.settings ? secretsOf(manifest.settings, '', isShown) : [];
}

/** The values without secrets, and the paths of those that are set. */
export function hideSecrets(
  manifest: SettingsManifest,
  values: object,
): { readonly shown: Record<string, unknown>; readonly set: string[] } {
  const set = new Set(listSecretPaths(manifest).filter((path) => isFilled(readPath(values, path))));
  let shown = values as Record<string, unknown>;
  for (const path of set) shown = withoutPath(shown, path);
  // What the schema doesn't mark and is hidden all the same, such as an address with a password.
  for (const path of findHidden(omitSecrets(manifest, shown), '')) {
    set.add(path);
    shown = withoutPath(shown, path);
  }
  return { shown, set: [...set] };
}

/** The values to store: secrets that are missing or empty are taken from the stored ones, unless they are cleared. */
export function keepSecrets(
  manifest: SettingsManifest,
  given: object,
  { stored, clear }: { readonly stored: object; readonly clear: readonly string[] },
): Record<string, unknown> {
  const paths = new Set([...listSecretPaths(manifest), ...hideSecrets(manifest, stored).set]);
  let values = given as Record<string, unknown>;
  for (const path of paths) {
    if (isFilled(readPath(values, path))) continue;
    values = withoutPath(values, path);
    const before = readPath(stored, path);
    if (isFilled(before) && !clear.includes(path)) values = withPath(values, path, before);
  }
  return values;
}

function secretsOf(schema: TSchema, path: string, isShown: (name: string) => boolean): string[] {
  const { properties = {} } = schema as { properties?: Readonly<Record<string, TSchema>> };
  return Object.entries(properties).flatMap(([name, inner]) => {
    if (isShown(name)) return [];
    const own = `${path}/${name}`;
    const { properties: nested } = inner as { properties?: object };
    if (nested) return secretsOf(inner, own, isShown);
    return holdsText(inner, isShown) ? [own] : [];
  });
}

function holdsText(schema: TSchema, isShown: (name: string) => boolean): boolean {
  if (isChoiceSchema(schema)) return false;
  const { type, items, patternProperties, properties } = schema as {
    readonly type?: string;
    readonly items?: TSchema;
    readonly patternProperties?: Readonly<Record<string, TSchema>>;
    readonly properties?: Readonly<Record<string, TSchema>>;
  };
  if (type === 'string') return true;
  if (items) return holdsText(items, isShown);
  if (patternProperties) return Object.values(patternProperties).some((each) => holdsText(each, isShown));
  return Object.entries(properties ?? {}).some(([name, each]) => !isShown(name) && holdsText(each, isShown));
}

/** Paths with a hidden value; of a list the list itself. */
function findHidden(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]): string[] => {
    const own = `${path}/${name}`;
    if (inner === hiddenValue) return [own];
    if (Array.isArray(inner)) return JSON.stringify(inner).includes(JSON.stringify(hiddenValue)) ? [own] : [];
    return findHidden(inner, own);
  });
}

const isFilled = (value: unknown): boolean =>
  value !== undefined &&
  value !== '' &&
  !(Array.isArray(value) && value.every((each) => each === '')) &&
  !(typeof value === 'object' && value !== null && Object.keys(value).length === 0);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readPath(values: unknown, path: string): unknown {
  let value = values;
  for (const name of path.split('/').slice(1)) {
    if (!isRecord(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

function withoutPath(values: Readonly<Record<string, unknown>>, path: string): Record<string, unknown> {
  const [, name = '', ...rest] = path.split('/');
  const { [name]: inner, ...others } = values;
  if (rest.length === 0 || inner === undefined) return rest.length === 0 ? others : { ...values };
  return { ...values, [name]: isRecord(inner) ? withoutPath(inner, `/${rest.join('/')}`) : inner };
}

/** Unless the object around it was removed. */
function withPath(values: Readonly<Record<string, unknown>>, path: string, value: unknown): Record<string, unknown> {
  const [, name = '', ...rest] = path.split('/');
  if (rest.length === 0) return { ...values, [name]: value };
  const inner = Object.hasOwn(values, name) ? values[name] : undefined;
  return isRecord(inner) ? { ...values, [name]: withPath(inner, `/${rest.join('/')}`, value) } : { ...values };
}
