// The settings of adapters: of the portal, or of one game, which then has them instead. They are sealed in the database and
// checked against the adapter's own schema when they are read. A laptop's simulators bring theirs along, in memory.
import { sql, type Kysely } from 'kysely';
import type { Static, TObject } from 'typebox';
import { Value } from 'typebox/value';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Log } from '#server/http/log.ts';
import type { Scope } from '#server/features/sign-in/identities-of.ts';
import { CannotOpen, type Sealer } from '#server/secrets/sealer.ts';

export type AdapterFamily = 'identities' | 'platforms' | 'payments';

/** By family, then by the adapter's folder. */
export type FixedSettings = Partial<Record<AdapterFamily, Readonly<Record<string, object>>>>;

/** Whether what an adapter proves with its settings counts for the portal, or for the one game that is played. */
export type Trust = 'portal' | 'game';

/** Who holds the keys, unless an operator says otherwise: the operator those of the portal, a developer those of his game. */
export const defaultProofScope = (game: string | undefined): Trust => (game === undefined ? 'portal' : 'game');

export interface TrustedSettings<S extends TObject> {
  readonly settings: Static<S>;
  /** In whose scope counts what is proved with them. */
  readonly scope: Scope;
}

export interface OwnedSettings<S extends TObject> {
  readonly settings: Static<S>;
  /** The game that has them as its own; empty: the portal's. */
  readonly owner: string;
}

export interface AdapterSettings {
  /** Undefined: not set up. */
  read<S extends TObject>(
    family: AdapterFamily,
    adapter: string,
    schema: S,
    game?: string,
  ): Promise<Static<S> | undefined>;
  /** With whose settings they are. Undefined: not set up. */
  readOwned<S extends TObject>(
    family: AdapterFamily,
    adapter: string,
    schema: S,
    game?: string,
  ): Promise<OwnedSettings<S> | undefined>;
  /** For whoever proves identities. Undefined as well where the settings count for games and none is named. */
  readTrusted<S extends TObject>(
    family: AdapterFamily,
    adapter: string,
    schema: S,
    game?: string,
  ): Promise<TrustedSettings<S> | undefined>;
  write(family: AdapterFamily, adapter: string, settings: object, about?: SettingsOwner): Promise<void>;
  remove(family: AdapterFamily, adapter: string, game?: string): Promise<boolean>;
}

export interface SettingsOwner {
  readonly game?: string | undefined;
  readonly trust?: Trust | undefined;
}

export interface AdapterSettingsDeps {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly log: Log;
  readonly now: () => Date;
  readonly fixed?: FixedSettings | undefined;
}

export function createAdapterSettings({ database, sealer, log, now, fixed }: AdapterSettingsDeps): AdapterSettings {
  const remembered = new Map<string, Remembered>();
  const { kysely } = database;

  const fetchRow = async (family: AdapterFamily, adapter: string, game: string | null): Promise<Kept | undefined> => {
    const row = await kysely
      .selectFrom('adapter_settings')
      .select(['sealed', 'trust'])
      .where('family', '=', family)
      .where('adapter', '=', adapter)
      .where((eb) => (game === null ? eb('game', 'is', null) : eb('game', '=', game)))
      .executeTakeFirst();
    if (!row) return undefined;
    const { trust } = row;
    const unsealed = sealer.tryUnseal(purpose, row.sealed);
    const owner = game ?? '';
    if (unsealed) return { settings: JSON.parse(unsealed.text) as unknown, trust, owner };
    const err = new CannotOpen(purpose, row.sealed);
    log.error({ err, family, adapter, game }, "An adapter's settings can't be decrypted; it counts as not set up.");
    return { settings: unopened, trust, owner };
  };

  const recall = async (family: AdapterFamily, adapter: string, game: string | undefined): Promise<Remembered> => {
    const key = `${family}/${adapter}/${game ?? ''}`;
    const known = remembered.get(key);
    if (known && known.until > now().getTime()) return known;
    const kept = (game === undefined ? undefined : await fetchRow(family, adapter, game)) ??
      (await fetchRow(family, adapter, null)) ?? {
        settings: fixed?.[family]?.[adapter],
        trust: 'portal' as const,
        owner: '',
      };
    if (remembered.size >= maxRemembered) remembered.clear();
    const fresh = { ...kept, until: now().getTime() + rememberMs };
    remembered.set(key, fresh);
    return fresh;
  };

  const check = <S extends TObject>(known: Remembered, schema: S, about: object): Static<S> | undefined => {
    const { settings, fits } = known;
    if (settings === undefined || settings === unopened) return undefined;
    // Remembered with the schema that it was checked against: a check costs as much as a statement.
    if (fits === schema) return settings as Static<S>;
    if (Value.Check(schema, settings)) {
      known.fits = schema;
      return settings;
    }
    log.error(about, "An adapter's settings don't match its schema; it counts as not set up.");
    return undefined;
  };

  return {
    read: async (family, adapter, schema, game) =>
      check(await recall(family, adapter, game), schema, { family, adapter, game }),
    readOwned: async (family, adapter, schema, game) => {
      const known = await recall(family, adapter, game);
      const settings = check(known, schema, { family, adapter, game });
      return settings === undefined ? undefined : { settings, owner: known.owner };
    },
    readTrusted: async (family, adapter, schema, game) => {
      const known = await recall(family, adapter, game);
      const settings = check(known, schema, { family, adapter, game });
      if (settings === undefined || (known.trust === 'game' && game === undefined)) return undefined;
      return { settings, scope: known.trust === 'game' ? game : undefined };
    },
    write: async (family, adapter, settings, { game, trust = defaultProofScope(game) } = {}) => {
      await writeSettings(kysely, sealer, { family, adapter, game, trust, settings });
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

export interface WrittenSettings {
  readonly family: AdapterFamily;
  readonly adapter: string;
  readonly game: string | undefined;
  readonly trust: Trust;
  readonly settings: object;
}

/** Seals and keeps them. Nodes, this one included, use them when they no longer remember others. */
export async function writeSettings(
  db: Kysely<Tables>,
  sealer: Sealer,
  { family, adapter, game, trust, settings }: WrittenSettings,
): Promise<void> {
  const sealed = sealer.seal(purpose, JSON.stringify(settings));
  await db
    .insertInto('adapter_settings')
    .values({ family, adapter, game: game ?? null, trust, sealed })
    .onConflict((conflict) =>
      conflict.columns(['family', 'adapter', 'game']).doUpdateSet({ sealed, trust, updated_at: sql`now()` }),
    )
    .execute();
}

/** Undefined: they cannot be opened here. */
export function openSettings(sealer: Sealer, sealed: Buffer): object | undefined {
  const unsealed = sealer.tryUnseal(purpose, sealed);
  return unsealed && (JSON.parse(unsealed.text) as object);
}

interface Kept {
  readonly settings: unknown;
  readonly trust: Trust;
  readonly owner: string;
}

interface Remembered extends Kept {
  readonly until: number;
  fits?: TObject;
}

const purpose = 'adapter settings';
// Of a game's own settings nothing else may take the place: money would go to somebody else.
const unopened = Symbol('settings that cannot be opened');
// Another node's change is seen after this at the latest.
const rememberMs = 5000;
const maxRemembered = 5000;
