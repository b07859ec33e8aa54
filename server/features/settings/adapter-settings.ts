// The settings of adapters: of the portal, or of one game, which then has them instead. They are sealed in the database and
// checked against the adapter's own schema when they are read. A laptop's simulators bring theirs along, in memory.
import type { Static, TObject } from 'typebox';
import { Value } from 'typebox/value';
import type { Database } from '#server/db/database.ts';
import type { Log } from '#server/http/log.ts';
import { CannotOpen, type Sealer } from '#server/secrets/sealer.ts';

export type AdapterFamily = 'identities' | 'platforms' | 'payments';

/** By family, then by the adapter's folder. */
export type FixedSettings = Partial<Record<AdapterFamily, Readonly<Record<string, object>>>>;

export interface AdapterSettings {
  /** Undefined: not set up. */
  read<S extends TObject>(
    family: AdapterFamily,
    adapter: string,
    schema: S,
    game?: string,
  ): Promise<Static<S> | undefined>;
  write(family: AdapterFamily, adapter: string, settings: object, game?: string): Promise<void>;
  remove(family: AdapterFamily, adapter: string, game?: string): Promise<boolean>;
}

export interface AdapterSettingsDeps {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly log: Log;
  readonly now: () => Date;
  readonly fixed?: FixedSettings | undefined;
}

export function createAdapterSettings({ database, sealer, log, now, fixed }: AdapterSettingsDeps): AdapterSettings {
  const remembered = new Map<string, { until: number; settings: unknown; fits?: TObject }>();
  const { kysely } = database;

  const fetchRow = async (family: AdapterFamily, adapter: string, game: string | null): Promise<unknown> => {
    const row = await kysely
      .selectFrom('adapter_settings')
      .select('sealed')
      .where('family', '=', family)
      .where('adapter', '=', adapter)
      .where((eb) => (game === null ? eb('game', 'is', null) : eb('game', '=', game)))
      .executeTakeFirst();
    if (!row) return undefined;
    const unsealed = sealer.tryUnseal(purpose, row.sealed);
    if (unsealed) return JSON.parse(unsealed.text) as unknown;
    const err = new CannotOpen(purpose, row.sealed);
    log.error({ err, family, adapter, game }, 'The settings of an adapter cannot be opened; it counts as not set up.');
    return unopened;
  };

  return {
    read: async (family, adapter, schema, game) => {
      const key = `${family}/${adapter}/${game ?? ''}`;
      let known = remembered.get(key);
      if (!known || known.until <= now().getTime()) {
        const settings =
          (game === undefined ? undefined : await fetchRow(family, adapter, game)) ??
          (await fetchRow(family, adapter, null)) ??
          fixed?.[family]?.[adapter];
        if (remembered.size >= mostRemembered) remembered.clear();
        known = { until: now().getTime() + rememberMs, settings };
        remembered.set(key, known);
      }
      const { settings, fits } = known;
      if (settings === undefined || settings === unopened) return undefined;
      // Remembered with the schema that it was checked against: a check costs as much as a statement.
      if (fits === schema) return settings as Static<typeof schema>;
      if (Value.Check(schema, settings)) {
        known.fits = schema;
        return settings;
      }
      log.error(
        { family, adapter, game },
        'The settings of an adapter do not fit its schema; it counts as not set up.',
      );
      return undefined;
    },
    write: async (family, adapter, settings, game) => {
      const sealed = sealer.seal(purpose, JSON.stringify(settings));
      await kysely
        .insertInto('adapter_settings')
        .values({ family, adapter, game: game ?? null, sealed })
        .onConflict((conflict) =>
          conflict.columns(['family', 'adapter', 'game']).doUpdateSet({ sealed, updated_at: now() }),
        )
        .execute();
      remembered.clear();
    },
    remove: async (family, adapter, game) => {
      const { numDeletedRows } = await kysely
        .deleteFrom('adapter_settings')
        .where('family', '=', family)
        .where('adapter', '=', adapter)
        .where((eb) => (game === undefined ? eb('game', 'is', null) : eb('game', '=', game)))
        .executeTakeFirst();
      remembered.clear();
      return numDeletedRows > 0n;
    },
  };
}

const purpose = 'adapter settings';
// Of a game's own settings nothing else may take the place: money would go to somebody else.
const unopened = Symbol('settings that cannot be opened');
// Another node's change is seen after this at the latest.
const rememberMs = 5000;
const mostRemembered = 5000;
