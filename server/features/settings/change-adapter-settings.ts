// Changes an adapter's settings for operators, recorded in the audit log in the same transaction. Secrets are masked
// there.
import type { Transaction } from 'kysely';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import type { RecordedChange } from '#server/features/audit-log/audit-log.ts';
import type { Sealer } from '#server/secrets/sealer.ts';
import type { KnownAdapter } from './adapter-manifests.ts';
import {
  defaultProofScope,
  unsealSettings,
  writeSettings,
  type AdapterSettings,
  type ProofScope,
} from './adapter-settings.ts';
import { hideSecrets, listSecretPaths } from './secret-fields.ts';

export interface ChangeSettingsDeps {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly settings: Pick<AdapterSettings, 'forget'>;
}

export interface NewSettings {
  readonly values: object;
  readonly trust: ProofScope | undefined;
}

export interface SettingsChange extends RecordedChange {
  readonly game: string | undefined;
  /** The version that was edited; null: there was none. Absent: whatever is stored is replaced. */
  readonly version?: string | null;
}

/** `make` gets the stored values, or an empty object, and returns valid ones. Returns the new version. */
export async function changeAdapterSettings(
  { database, sealer, settings }: ChangeSettingsDeps,
  known: KnownAdapter,
  make: (stored: object) => NewSettings,
  { game, version, record, reason }: SettingsChange,
): Promise<string> {
  const { family, adapter, manifest } = known;
  const changed = await database.transaction(async (trx) => {
    const row = await lockRow(trx, known, game);
    if (version !== undefined && version !== (row ? versionOf(row) : null))
      throw new Problem('Conflict', 'Somebody else changed these settings. Load them again.');
    const stored = row && unsealSettings(sealer, row.sealed);
    const { values, trust = row?.trust ?? defaultProofScope(game) } = make(stored ?? {});
    await writeSettings(trx, sealer, { family, adapter, game, trust, settings: values });
    await record?.(trx, {
      object: settingOf(known, game),
      before: row && { ...describeForAudit(known, stored ?? {}), Trust: row.trust },
      after: {
        ...describeForAudit(known, values),
        Trust: trust,
        ChangedSecrets: listSecretPaths(manifest).filter(
          (path) => JSON.stringify(at(stored, path)) !== JSON.stringify(at(values, path)),
        ),
      },
      reason,
    });
    return (await lockRow(trx, known, game)) ?? { updated_at: new Date(0) };
  });
  settings.forget();
  return versionOf(changed);
}

/** False if there are none. */
export async function removeAdapterSettings(
  { database, sealer, settings }: ChangeSettingsDeps,
  known: KnownAdapter,
  { game, record, reason }: Omit<SettingsChange, 'version'>,
): Promise<boolean> {
  const { family, adapter } = known;
  const isRemoved = await database.transaction(async (trx) => {
    const row = await lockRow(trx, known, game);
    if (!row) return false;
    await trx
      .deleteFrom('adapter_settings')
      .where('family', '=', family)
      .where('adapter', '=', adapter)
      .where((eb) => (game === undefined ? eb('game', 'is', null) : eb('game', '=', game)))
      .execute();
    const stored = unsealSettings(sealer, row.sealed) ?? {};
    await record?.(trx, { object: settingOf(known, game), before: describeForAudit(known, stored), reason });
    return true;
  });
  settings.forget();
  return isRemoved;
}

export const versionOf = ({ updated_at }: { readonly updated_at: Date }): string => updated_at.toISOString();

const lockRow = (trx: Transaction<Tables>, { family, adapter }: KnownAdapter, game: string | undefined) =>
  trx
    .selectFrom('adapter_settings')
    .select(['sealed', 'trust', 'updated_at'])
    .where('family', '=', family)
    .where('adapter', '=', adapter)
    .where((eb) => (game === undefined ? eb('game', 'is', null) : eb('game', '=', game)))
    .forUpdate()
    .executeTakeFirst();

const settingOf = ({ family, adapter }: KnownAdapter, game: string | undefined) =>
  ({ kind: 'setting', id: `${family}/${adapter}`, ...(game !== undefined && { game }) }) as const;

function describeForAudit({ manifest }: KnownAdapter, values: object): object {
  const { shown, set } = hideSecrets(manifest, values);
  return { ...shown, Secrets: set };
}

const at = (values: object | undefined, path: string): unknown =>
  path
    .split('/')
    .slice(1)
    .reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>> | undefined)?.[name], values);
