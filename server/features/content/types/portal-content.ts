import { Value } from 'typebox/value';
import { PortalConfig } from '#contract/config.ts';
import { defaultPortalConfig } from '#server/features/portal/default-portal-config.ts';
import { writePortalConfig } from '#server/features/portal/write-portal-config.ts';
import { findPushKeyError } from '#server/features/push/find-push-key-error.ts';
import type { ContentTypeHandler, ContentEntries } from '../content-type.ts';
import { validateAgainstSchema } from '../validate-against-schema.ts';
import { isObject } from '../is-object.ts';

const place = { type: 'portal', path: 'portal.json', game: undefined, name: '' } as const;

/** The portal's configuration. Missing fields get the defaults of a new portal. */
export const portalContentHandler: ContentTypeHandler<PortalConfig> = {
  read: async (db) => {
    const rows = await db.selectFrom('portal').select('config').execute();
    return rows.map(({ config }) => ({ place, value: config }));
  },
  prepare: ({ value }) => {
    const checked = validateAgainstSchema(PortalConfig, complete(value));
    if ('faults' in checked) return checked;
    const wrongKey = findPushKeyError(checked.value.WebPushPublicKey);
    return wrongKey === undefined ? checked : { faults: [`/WebPushPublicKey ${wrongKey}`] };
  },
  write: async (trx, { value }) => {
    await writePortalConfig(trx, value);
    return [];
  },
  describe: ({ CompanyBranding }) => `the portal is named ${CompanyBranding.Name}`,
};

export function findPortalConfigEntry(entries: ContentEntries): PortalConfig | undefined {
  const config = complete(entries.get(place.path)?.value);
  return Value.Check(PortalConfig, config) ? config : undefined;
}

function complete(value: unknown): unknown {
  if (!isObject(value)) return value;
  const { CompanyBranding, PublicWebClientConfig } = value;
  const { CompanyBranding: branding, PublicWebClientConfig: client } = defaultPortalConfig;
  return {
    ...defaultPortalConfig,
    ...value,
    CompanyBranding: isObject(CompanyBranding) ? { ...branding, ...CompanyBranding } : (CompanyBranding ?? branding),
    PublicWebClientConfig: isObject(PublicWebClientConfig)
      ? { ...client, ...PublicWebClientConfig }
      : (PublicWebClientConfig ?? client),
  };
}
