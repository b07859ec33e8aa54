// Settings for display: values are hidden unless known to be harmless.
import type { TObject, TSchema } from 'typebox';
import type { VendorStatus } from '#model/vendor-evidence.ts';

/** Sign-in methods have no vendor status. */
export interface SettingsManifest extends Partial<VendorStatus> {
  readonly title?: string;
  readonly settings?: TObject;
  readonly publicOptions?: { readonly block: TObject };
  readonly publicData?: TObject;
}

export const omitSecrets = (manifest: SettingsManifest, values: object): object =>
  shownObject(manifest.settings, values, isHarmlessSetting(manifest));

/** Whether a setting of this name, and everything in it, may be shown. */
export function isHarmlessSetting({ publicOptions, publicData }: SettingsManifest): (name: string) => boolean {
  const told = new Set(Object.keys({ ...publicOptions?.block.properties, ...publicData?.properties }));
  return (name) => told.has(name) || harmless.test(name);
}

export const hiddenValue = '(hidden)';
const harmless =
  /(Ids?|Urls?|Hosts?|Base|Origins|Networks)$|^(AccountOrderSite|Achievements|BillingFields|Company|GlobalName|Leaderboards|OrderSite|PackageName|PaymentSubject|PayMethod|PortalPayments|Products|PublicKeys?|BankPublicKeys|PublishableKey|RefundMethod|Scopes|Testers|TestPayMethods|Version|WebPayments)$/;

function shownObject(schema: TSchema | undefined, values: object, isHarmless: (name: string) => boolean): object {
  const { properties = {} } = (schema ?? {}) as { properties?: Readonly<Record<string, TSchema>> };
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, shownValue(properties[name], value, isHarmless(name))]),
  );
}

function shownValue(schema: TSchema | undefined, value: unknown, isHarmless: boolean): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  // A value from an enum in the schema is not a secret.
  if (typeof value === 'string') return isHarmless || isChoiceSchema(schema) ? withoutCredentials(value) : hiddenValue;
  if (Array.isArray(value)) return value.map((item: unknown) => shownValue(undefined, item, isHarmless));
  if (typeof value === 'object' && value !== null)
    return shownObject(schema, value, (name) => isHarmless || harmless.test(name));
  return hiddenValue;
}

export const isChoiceSchema = (schema: TSchema | undefined): boolean =>
  schema !== undefined && ('enum' in schema || 'const' in schema || 'anyOf' in schema);

function withoutCredentials(text: string): string {
  if (!URL.canParse(text)) return text;
  const { username, password, search } = new URL(text);
  return username === '' && password === '' && search === '' ? text : hiddenValue;
}
