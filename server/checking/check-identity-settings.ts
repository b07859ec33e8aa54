// Checks whether the services behind sign-in methods accept the configured ids, secrets and keys.
import type { Database } from '#server/db/database.ts';
import {
  loadIdentityAdapters,
  type LoadedIdentityAdapter,
} from '#server/features/identities/load-identity-adapters.ts';
import type { AdapterSettings } from '#server/features/settings/adapter-settings.ts';
import type { Log } from '#server/http/log.ts';
import type { SafeFetch } from '#server/http/safe-fetch.ts';
import { okFinding, problemFinding, warningFinding, type Finding } from './finding.ts';

export interface IdentityCheckHost {
  readonly vendorFetch: SafeFetch;
  readonly log: Log;
  readonly now: () => Date;
  readonly publicUrl: URL;
}

interface IdentityCheckParts extends IdentityCheckHost {
  readonly database: Database;
  readonly settings: AdapterSettings;
  readonly identities?: readonly LoadedIdentityAdapter[];
}

export async function checkIdentitySettings(parts: IdentityCheckParts): Promise<Finding[]> {
  const { database, settings, identities = await loadIdentityAdapters() } = parts;
  const rows = await database.kysely
    .selectFrom('adapter_settings')
    .select(['adapter', 'game'])
    .where('family', '=', 'identities')
    .orderBy('adapter')
    .orderBy('game')
    .execute();
  const findings = rows.map(async ({ adapter, game }): Promise<Finding[]> => {
    const identity = identities.find(({ folder }) => folder === adapter);
    const name = game === null ? adapter : `${adapter} (${game})`;
    if (!identity?.manifest.settings || !identity.adapter?.checkSettings) return [];
    const own = await settings.read('identities', adapter, identity.manifest.settings, game ?? undefined);
    if (own) return [await checkIdentityAccount(identity, name, own, parts)];
    const remedy = `Set them again: npm run settings -- identities/${adapter} < settings.json`;
    return [problemFinding(`${name} has settings that don't match this version, or can't be decrypted`, remedy)];
  });
  const found = (await Promise.all(findings)).flat();
  return found.length > 0 ? found : [okFinding('no keys to test')];
}

/** Makes one harmless request with these settings. */
export async function checkIdentityAccount(
  { folder, manifest: { title }, adapter }: LoadedIdentityAdapter,
  name: string,
  settings: object,
  { vendorFetch, log, now, publicUrl }: IdentityCheckHost,
): Promise<Finding> {
  if (!adapter?.checkSettings) return okFinding(`${title} has no way to test settings`);
  const portalUrl = publicUrl.href.replace(/\/$/, '');
  const result = await adapter.checkSettings({ fetch: vendorFetch, log, now, portalUrl, settings });
  if (result.outcome === 'accepted') return okFinding(`${name} accepts the settings`);
  if (result.outcome === 'rejected')
    return problemFinding(
      `${name} rejects the settings: ${result.reason}`,
      `Compare them with those in your ${title} account, and set them again: npm run settings -- identities/${folder} < settings.json`,
    );
  return warningFinding(
    `${name} didn't say whether it accepts the settings: ${result.reason}`,
    `Allow https requests from this machine to it, see ${title}'s status page, then check again.`,
  );
}
