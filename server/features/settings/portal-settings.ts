// The portal's configuration for operators.
import { sql } from 'kysely';
import { PortalConfig } from '#contract/config.ts';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import type { RecordedChange } from '#server/features/audit-log/audit-log.ts';
import { defaultPortalConfig } from '#server/features/portal/default-portal-config.ts';
import { writePortalConfig } from '#server/features/portal/write-portal-config.ts';
import { findPushKeyError } from '#server/features/push/find-push-key-error.ts';
import { requireValidValue } from './parse-json.ts';
import { versionOf } from './change-adapter-settings.ts';

export async function savePortalSettings(
  database: Database,
  values: unknown,
  { version, record, reason }: RecordedChange & { readonly version?: string | null },
): Promise<string> {
  const config = requireValidValue(PortalConfig, values);
  const wrongKey = findPushKeyError(config.WebPushPublicKey);
  if (wrongKey !== undefined) throw new Error(`The settings are invalid:\n  - /WebPushPublicKey ${wrongKey}`);
  return database.transaction(async (trx) => {
    const before = await trx.selectFrom('portal').select(['config', 'updated_at']).forUpdate().executeTakeFirst();
    if (version !== undefined && version !== (before ? versionOf(before) : null))
      throw new Problem('Conflict', 'Somebody else changed the configuration. Load it again.');
    await writePortalConfig(trx, config);
    await record?.(trx, {
      object: { kind: 'setting', id: 'portal' },
      ...listChanges(before?.config ?? defaultPortalConfig, config),
      reason,
    });
    const { rows } = await sql<{ updated_at: Date }>`select updated_at from portal`.execute(trx);
    return versionOf(rows[0] ?? { updated_at: new Date(0) });
  });
}

/** The changed fields of the first level. */
function listChanges(before: object, after: object): { readonly before: object; readonly after: object } {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const valueOf = (values: object, name: string): unknown => (values as Readonly<Record<string, unknown>>)[name];
  const changed = names.filter(
    (name) => JSON.stringify(valueOf(before, name)) !== JSON.stringify(valueOf(after, name)),
  );
  const pick = (values: object): object => Object.fromEntries(changed.map((name) => [name, valueOf(values, name)]));
  return { before: pick(before), after: pick(after) };
}
