// Adapter settings of the portal, or of one game, which replace the portal's. They are encrypted in the database and
// validated when read.
import { sql, type Kysely } from 'kysely';
import type { Static, TObject } from 'typebox';
import { Value } from 'typebox/value';
import type { Database } from '#server/db/database.ts';
import { createReadCache, type ReadCacheDeps } from '#server/db/read-cache.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Log } from '#server/http/log.ts';
import type { IdentityScope } from '#server/features/sign-in/scoped-identities.ts';
import { UnsealError, type Sealer } from '#server/secrets/sealer.ts';

export type AdapterFamily = 'identities' | 'platforms' | 'payments';

/** By family, then by adapter folder. */
export type FixedAdapterSettings = Partial<Record<AdapterFamily, Readonly<Record<string, object>>>>;

/** Whether identities verified with these settings count on the whole portal or in one game. */
export type ProofScope = 'portal' | 'game';

/** The portal's keys belong to the operator, a game's keys to its developer. */
export const defaultProofScope = (game: string | undefined): ProofScope => (game === undefined ? 'portal' : 'game');

export interface ScopedSettings<S extends TObject> {
  readonly settings: Static<S>;
  readonly scope: IdentityScope;
}

export interface OwnedSettings<S extends TObject> {
  readonly settings: Static<S>;
  /** A game; empty: the portal. */
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
  readOwned<S extends TObject>(
    family: AdapterFamily,
    adapter: string,
    schema: S,
    game?: string,
  ): Promise<OwnedSettings<S> | undefined>;
  /** Also undefined if the settings count per game and no game is given. */
  readTrusted<S extends TObject>(
    family: AdapterFamily,
    adapter: string,
    schema: S,
    game?: string,
  ): Promise<ScopedSettings<S> | undefined>;
  write(family: AdapterFamily, adapter: string, settings: object, about?: SettingsOwner): Promise<void>;
  remove(family: AdapterFamily, adapter: string, game?: string): Promise<boolean>;
  /** Call it after a change that was made elsewhere: this process sees it at once. */
  forget(): void;
}

export interface SettingsOwner {
  readonly game?: string | undefined;
  readonly trust?: ProofScope | undefined;
}

export interface AdapterSettingsDeps {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly log: Log;
  /** Absent: every read asks the database. */
  readonly memory?: ReadCacheDeps | undefined;
  readonly fixed?: FixedAdapterSettings | undefined;
}

export function createAdapterSettings({ database, sealer, log, memory, fixed }: AdapterSettingsDeps): AdapterSettings {
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
    const err = new UnsealError(purpose, row.sealed);
    log.error({ err, family, adapter, game }, "An adapter's settings can't be decrypted; it counts as not set up.");
    return { settings: unopened, trust, owner };
  };

  const fetchKept = async (key: string): Promise<Kept> => {
    const [family, adapter, game] = key.split('/') as SettingsKey;
    return (
      (game === '' ? undefined : await fetchRow(family, adapter, game)) ??
      (await fetchRow(family, adapter, null)) ?? {
        settings: fixed?.[family]?.[adapter],
        trust: 'portal' as const,
        owner: '',
      }
    );
  };

  const options = { name: 'adapter settings', topics: ['adapter-settings'], maxRows: maxKept };
  const cache = memory && createReadCache(options, memory, fetchKept);
  const readKept = cache ?? fetchKept;
  const recall = async (family: AdapterFamily, adapter: string, game: string | undefined): Promise<Kept> => {
    const key: SettingsKey = [family, adapter, game ?? ''];
    return (await readKept(key.join('/'))) ?? { settings: undefined, trust: 'portal', owner: '' };
  };

  const check = <S extends TObject>(known: Kept, schema: S, about: object): Static<S> | undefined => {
    const { settings, fits } = known;
    if (settings === undefined || settings === unopened) return undefined;
    // Cached with the schema that validated it: validation costs as much as a query.
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
      cache?.clear();
    },
    remove: async (family, adapter, game) => {
      const { numDeletedRows } = await kysely
        .deleteFrom('adapter_settings')
        .where('family', '=', family)
        .where('adapter', '=', adapter)
        .where((eb) => (game === undefined ? eb('game', 'is', null) : eb('game', '=', game)))
        .executeTakeFirst();
      cache?.clear();
      return numDeletedRows > 0n;
    },
    forget: () => cache?.clear(),
  };
}

export interface SettingsToWrite {
  readonly family: AdapterFamily;
  readonly adapter: string;
  readonly game: string | undefined;
  readonly trust: ProofScope;
  readonly settings: object;
}

export async function writeSettings(
  db: Kysely<Tables>,
  sealer: Sealer,
  { family, adapter, game, trust, settings }: SettingsToWrite,
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

/** Undefined: they can't be decrypted with the present secrets. */
export function unsealSettings(sealer: Sealer, sealed: Buffer): object | undefined {
  const unsealed = sealer.tryUnseal(purpose, sealed);
  return unsealed && (JSON.parse(unsealed.text) as object);
}

interface Kept {
  readonly settings: unknown;
  readonly trust: ProofScope;
  readonly owner: string;
  fits?: TObject;
}

/** The game is empty for the portal's settings. */
type SettingsKey = [family: AdapterFamily, adapter: string, game: string];

const purpose = 'adapter settings';
// Unreadable settings of a game must not fall back to the portal's: money would go to the wrong account.
const unopened = Symbol('settings that cannot be opened');
const maxKept = 5000;
