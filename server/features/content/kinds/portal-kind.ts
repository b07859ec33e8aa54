import { Value } from 'typebox/value';
import { PortalConfig } from '#contract/config.ts';
import { defaultPortalConfig } from '#server/features/portal/default-portal-config.ts';
import { writePortalConfig } from '#server/features/portal/write-portal-config.ts';
import { whyNoPushKey } from '#server/features/push/why-no-push-key.ts';
import type { ContentKind, Entries } from '../content-kind.ts';
import { listSchemaFaults } from '../list-schema-faults.ts';

const place = { kind: 'portal', path: 'portal.json', game: undefined, name: '' } as const;

/** The configuration of the portal. What a folder leaves out is as it is on a new portal. */
export const portalKind: ContentKind = {
  read: async (db) => {
    const rows = await db.selectFrom('portal').select('config').execute();
    return rows.map(({ config }) => ({ place, value: config }));
  },
  prepare: ({ value }) => {
    const config = complete(value);
    const faults = listSchemaFaults(PortalConfig, config);
    if (faults.length > 0) return { faults };
    const wrongKey = whyNoPushKey((config as PortalConfig).WebPushPublicKey);
    return wrongKey === undefined ? { value: config } : { faults: [`/WebPushPublicKey ${wrongKey}`] };
  },
  write: async (trx, { value }) => {
    await writePortalConfig(trx, value as PortalConfig);
    return [];
  },
  describe: (value) => `the portal is named ${(value as PortalConfig).CompanyBranding.Name}`,
};

/** Undefined: there is none, or it does not fit. */
export function findPortal(entries: Entries): PortalConfig | undefined {
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

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
