// Operators' calls about settings.
import { PortalConfig } from '#contract/config.ts';
import { Problem } from '#model/problem.ts';
import { describeVendorStatus } from '#model/vendor-evidence.ts';
import { toMissingSetup, type MissingSetupItem } from '#server/checking/list-missing-setup.ts';
import type { Database } from '#server/db/database.ts';
import { requireGame } from '#server/db/require-game.ts';
import { defaultPortalConfig } from '#server/features/portal/default-portal-config.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import type { Sealer } from '#server/secrets/sealer.ts';
import { addTrustSetting, findAdapter, listAdapters, type KnownAdapter } from './adapter-manifests.ts';
import { unsealSettings, type AdapterFamily, type AdapterSettings } from './adapter-settings.ts';
import { changeAdapterSettings, removeAdapterSettings, versionOf } from './change-adapter-settings.ts';
import { requireValidValue } from './parse-json.ts';
import { savePortalSettings } from './portal-settings.ts';
import { hideSecrets, keepSecrets, listSecretPaths } from './secret-fields.ts';

export interface SettingsFinding {
  readonly verdict: 'ok' | 'warning' | 'problem';
  readonly text: string;
}

export interface SettingsRoutesDeps {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly settings: AdapterSettings;
  readonly listMissingSetup: () => Promise<readonly MissingSetupItem[]>;
  /** Asks vendors whether they accept settings. */
  readonly vendorTest: {
    readonly isTestable: (family: AdapterFamily, adapter: string) => boolean;
    readonly test: (
      family: AdapterFamily,
      adapter: string,
      game: string | undefined,
    ) => Promise<readonly SettingsFinding[]>;
  };
}

export function createOperatorSettingsRoutes(deps: SettingsRoutesDeps): AreaHandlers<'operatorSettings'> {
  const { database, sealer, settings, vendorTest } = deps;
  const { kysely } = database;
  return {
    list: async () => {
      const rows = await kysely.selectFrom('adapter_settings').selectAll().orderBy('game').execute();
      const Adapters = await Promise.all(
        listAdapters().map(async ({ family, adapter, schema, manifest }) => ({
          Family: family,
          Adapter: adapter,
          Title: manifest.title ?? adapter,
          Owners: await Promise.all(
            rows
              .filter((row) => row.family === family && row.adapter === adapter)
              .map(async ({ game, updated_at }) => ({
                ...(game !== null && { Game: game }),
                IsValid: (await settings.read(family, adapter, schema, game ?? undefined)) !== undefined,
                UpdatedAt: updated_at.toISOString(),
              })),
          ),
        })),
      );
      return { Adapters, Missing: toMissingSetup(await deps.listMissingSetup()) };
    },
    adapter: async ({ params: { Family, Adapter }, query: { Game } }) => {
      const known = requireKnown(Family, Adapter);
      if (Game !== undefined) await requireGame(kysely, Game);
      const row = await kysely
        .selectFrom('adapter_settings')
        .select(['sealed', 'trust', 'updated_at'])
        .where('family', '=', Family)
        .where('adapter', '=', Adapter)
        .where((eb) => (Game === undefined ? eb('game', 'is', null) : eb('game', '=', Game)))
        .executeTakeFirst();
      const stored = row && unsealSettings(sealer, row.sealed);
      const { shown, set } = stored ? hideSecrets(known.manifest, stored) : { shown: undefined, set: [] };
      return {
        Title: known.manifest.title ?? Adapter,
        Notes: [...describeVendorStatus(known.manifest)],
        Schema: known.schema,
        Secrets: listSecretPaths(known.manifest),
        SetSecrets: set,
        ...(shown && { Values: shown }),
        HasTrust: Family !== 'payments',
        ...(row && Family !== 'payments' && { Trust: row.trust }),
        ...(row && { Version: versionOf(row) }),
        IsTestable: vendorTest.isTestable(Family, Adapter),
      };
    },
    saveAdapter: async ({ body, audit }) => {
      const { Family, Adapter, Game, Values, ClearSecrets = [], Trust, Version, Reason } = body;
      const known = requireKnown(Family, Adapter);
      if (Game !== undefined) await requireGame(kysely, Game);
      const given = parseValues(Values);
      const make = (stored: object) => {
        const kept = keepSecrets(known.manifest, given, { stored, clear: ClearSecrets });
        const { Trust: trust, ...values } = requireValid(addTrustSetting(Family, known.schema), {
          ...kept,
          ...(Trust !== undefined && { Trust }),
        }) as { Trust?: 'portal' | 'game' };
        return { values, trust };
      };
      const change = { game: Game, version: Version ?? null, record: audit.change, reason: Reason };
      return { Version: await changeAdapterSettings(deps, known, make, change) };
    },
    removeAdapter: async ({ body: { Family, Adapter, Game, Reason }, audit }) => {
      const known = requireKnown(Family, Adapter);
      const isRemoved = await removeAdapterSettings(deps, known, { game: Game, record: audit.change, reason: Reason });
      if (!isRemoved) throw new Problem('NotFound', `${Family}/${Adapter} has no such settings.`);
      return { Success: true };
    },
    testAdapter: async ({ body: { Family, Adapter, Game } }) => {
      requireKnown(Family, Adapter);
      if (Game !== undefined) await requireGame(kysely, Game);
      const findings = await vendorTest.test(Family, Adapter, Game);
      return {
        Findings: findings.map(({ verdict, text }) => ({ Verdict: verdict, Text: text.slice(0, 1000) })),
      };
    },
    portal: async () => {
      const row = await kysely.selectFrom('portal').select(['config', 'updated_at']).executeTakeFirst();
      return {
        Schema: PortalConfig,
        Values: { ...(row?.config ?? defaultPortalConfig) },
        ...(row && { Version: versionOf(row) }),
      };
    },
    savePortal: async ({ body: { Values, Version, Reason }, audit }) => {
      const change = { version: Version ?? null, record: audit.change, reason: Reason };
      return { Version: await explainInvalid(() => savePortalSettings(database, parseValues(Values), change)) };
    },
  };
}

function requireKnown(family: string, adapter: string): KnownAdapter {
  const known = findAdapter(`${family}/${adapter}`);
  if (!known) throw new Problem('NotFound', `${family}/${adapter} has no settings.`);
  return known;
}

function parseValues(json: string): object {
  let values: unknown;
  try {
    values = JSON.parse(json);
  } catch (cause) {
    throw new Problem('InvalidRequest', "Values isn't valid JSON.", { fields: { Values: 'must be JSON' }, cause });
  }
  if (typeof values === 'object' && values !== null && !Array.isArray(values)) return values;
  throw new Problem('InvalidRequest', 'Values must be an object.', { fields: { Values: 'must be an object' } });
}

function requireValid(...args: Parameters<typeof requireValidValue>): unknown {
  try {
    return requireValidValue(...args);
  } catch (error) {
    throw toInvalidRequest(error);
  }
}

async function explainInvalid<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Error && error.message.startsWith('The settings are invalid')
      ? toInvalidRequest(error)
      : error;
  }
}

/** The messages name paths and rules, never a value. */
function toInvalidRequest(error: unknown): Problem {
  const { message } = error as Error;
  const lines = message.split('\n').slice(1);
  const fields = Object.fromEntries(
    lines.flatMap((line) => {
      const [, path = '', fault = ''] = /^\s*- (\S+) (.*)$/.exec(line) ?? [];
      return path === '' ? [] : [[path, fault.slice(0, 500)]];
    }),
  );
  return new Problem('InvalidRequest', message.replaceAll(/\n\s*/g, ' ').slice(0, 500), { fields, cause: error });
}
