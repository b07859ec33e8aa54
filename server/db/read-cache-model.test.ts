// Two nodes change and read cached rows of every kind at random while their signals are interrupted at times. No node
// shows an old row: neither after a signal has arrived, nor after a write of its own, nor while signals are interrupted.
// Games in lists have their own test: game-catalogue-model.test.ts.
import fc from 'fast-check';
import { sql, type Transaction } from 'kysely';
import { Type } from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPortalDocumentsReader } from '#server/features/documents/read-portal-documents.ts';
import { createGameKeys } from '#server/features/game-keys/game-keys.ts';
import { cacheGames, createGamesReader } from '#server/features/games/read-games.ts';
import { createNewestBuildFinder } from '#server/features/play/read-builds.ts';
import { defaultPortalConfig } from '#server/features/portal/default-portal-config.ts';
import { createPortalConfigReader } from '#server/features/portal/read-portal-config.ts';
import { writePortalConfig } from '#server/features/portal/write-portal-config.ts';
import { createProfileReader } from '#server/features/profile/read-profile.ts';
import { createSession, createSessions, endSessionsOfAccount } from '#server/features/sessions/sessions.ts';
import { createAdapterSettings, writeSettings } from '#server/features/settings/adapter-settings.ts';
import { createCatalogueReader } from '#server/features/store/read-catalogue.ts';
import { createLog } from '#server/http/log.ts';
import { createMetrics } from '#server/http/metrics.ts';
import { createSealer } from '#server/secrets/sealer.ts';
import { buildAccount, buildDocument, buildGames } from '#server/testing/build-accounts.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/create-test-database.ts';
import { startDatabaseRelay, type DatabaseRelay } from '#server/testing/database-relay.ts';
import { eventually } from '#server/testing/eventually.ts';
import { openDatabase, type Database } from './database.ts';
import { listenForNodeSignals, type NodeSignals } from './node-signals.ts';
import { createOutageMemory } from './outage-memory.ts';
import { createOwnWritesWaiter } from './own-writes.ts';
import type { ReadCacheDeps } from './read-cache.ts';
import type { Tables } from './tables.ts';

const log = createLog({ level: 'silent' });
const sealer = createSealer('tests');
const games = ['chess', 'ludo'] as const;
type Game = (typeof games)[number];
const schema = Type.Object({ Key: Type.Integer() });

const parts = new AsyncDisposableStack();
let testing: TestDatabase;
let nodes: readonly [Node, Node];
let stored: Readers;
const accounts = new Map<Game, string>();
const gameKeys = new Map<Game, string>();
const tokens = new Map<Game, string[]>(games.map((game) => [game, []]));
let now = Date.now();

interface Node {
  readonly database: Database;
  readonly signals: NodeSignals;
  /** Only signals go through it. */
  readonly relay: DatabaseRelay;
  readonly readers: Readers;
}

type Readers = Readonly<Record<keyof typeof write, (game: Game) => Promise<unknown>>>;

beforeAll(async () => {
  testing = parts.use(await createTestDatabase());
  const { database } = testing;
  await buildGames(database, games);
  for (const game of games) {
    accounts.set(game, await buildAccount(database, { name: game }));
    gameKeys.set(game, await createGameKeys(database, sealer).create(game));
    await sql`insert into products (game, sku, position, product_type, names, descriptions)
      values (${game}, 'gem', 1, 'Consumable', '{}', '{}')`.execute(database.kysely);
  }
  await buildDocument(database, 1);
  // Without signals nothing is answered from memory.
  stored = createReaders(database, { ...silentSignals, close: async () => undefined });
  nodes = [await startNode(), await startNode()];
});
afterAll(() => parts.disposeAsync());

const silentSignals: Omit<NodeSignals, 'close'> = {
  on: () => undefined,
  onLost: () => undefined,
  connected: () => false,
  catchUp: async () => undefined,
};

async function startNode(): Promise<Node> {
  const relay = parts.use(await startDatabaseRelay(testing.connection));
  const database = openDatabase(testing.connection, { log, poolSize: 2, timeoutFactor: 5 });
  parts.defer(() => database.close());
  const signals = await listenForNodeSignals({ connectionString: relay.url }, log);
  parts.defer(() => signals.close());
  return { database, signals, relay, readers: createReaders(database, signals) };
}

function createReaders(database: Database, signals: NodeSignals): Readers {
  const nowMs = (): number => now;
  const memory: ReadCacheDeps = {
    signals,
    waitForOwnWrites: createOwnWritesWaiter(database, signals),
    outage: createOutageMemory(database, signals, nowMs),
    metrics: createMetrics(),
    nowMs,
  };
  cacheGames(database, memory);
  const { readGameOrHidden } = createGamesReader(database);
  const readProfile = createProfileReader(database, memory);
  const readPortal = createPortalConfigReader(database, log, memory);
  const readDocuments = createPortalDocumentsReader({ database, log, memory }, undefined);
  const settings = createAdapterSettings({ database, sealer, log, memory });
  const readCatalogue = createCatalogueReader(database, memory);
  const keys = createGameKeys(database, sealer, memory);
  const findBuild = createNewestBuildFinder(database, memory);
  const sessions = createSessions({ database, signals, now: () => new Date(now) });
  return {
    profile: (game) => readProfile(accounts.get(game) ?? ''),
    game: readGameOrHidden,
    portal: readPortal,
    document: readDocuments,
    settings: (game) => settings.read('payments', 'shop', schema, game),
    products: readCatalogue,
    gameKey: (game) => keys.find(`Bearer ${gameKeys.get(game)}`),
    build: async (game) => {
      const found = await readGameOrHidden(game);
      return found && (await findBuild(found, 'https://{game}.example', 'FxId'))?.build.BuildNumber;
    },
    session: (game) =>
      Promise.all(
        (tokens.get(game) ?? []).map(async (token) => (await sessions.find(`Bearer ${token}`)) !== undefined),
      ),
  };
}

type Write = (db: Transaction<Tables>, game: Game, value: number) => Promise<unknown>;

const write = {
  profile: (db, game, value) => {
    const account = accounts.get(game);
    if (value < 3) return sql`update accounts set name = ${`Name ${value}`} where account_id = ${account}`.execute(db);
    if (value < 6)
      return sql`update accounts set marketing_enabled = not marketing_enabled where account_id = ${account}`.execute(
        db,
      );
    return value % 2 === 0
      ? sql`delete from connected_games where account_id = ${account}`.execute(db)
      : sql`insert into connected_games (account_id, game, game_uid) values (${account}, ${game}, ${`uid ${value}`})
          on conflict (account_id, game) do update set game_uid = excluded.game_uid`.execute(db);
  },
  game: (db, game, value) => sql`update games set published = ${value % 2 === 0} where game = ${game}`.execute(db),
  portal: (db, _, value) =>
    writePortalConfig(db, {
      ...defaultPortalConfig,
      CompanyBranding: { ...defaultPortalConfig.CompanyBranding, Name: `${value}` },
    }),
  document: (db, _, value) => sql`update documents set is_active = ${value % 2 === 0}`.execute(db),
  settings: (db, game, value) =>
    value === 0
      ? sql`delete from adapter_settings`.execute(db)
      : writeSettings(db, sealer, {
          family: 'payments',
          adapter: 'shop',
          game: value % 2 === 0 ? game : undefined,
          trust: 'portal',
          settings: { Key: value },
        }),
  products: (db, game, value) => {
    if (value < 3) return sql`update products set position = ${value} where game = ${game}`.execute(db);
    if (value < 5)
      return sql`insert into currency_rates (currency, usd_per_unit) values ('EUR', ${value})
        on conflict (currency) do update set usd_per_unit = excluded.usd_per_unit`.execute(db);
    return value % 2 === 0
      ? sql`delete from product_prices where game = ${game}`.execute(db)
      : sql`insert into product_prices (game, sku, currency, price_minor) values (${game}, 'gem', 'USD', ${value})
          on conflict (game, sku, currency) do update set price_minor = excluded.price_minor`.execute(db);
  },
  gameKey: (db, game, value) => {
    const keyId = gameKeys.get(game)?.split('_')[1];
    return value < 5
      ? sql`update games set import_allowed = not import_allowed where game = ${game}`.execute(db)
      : sql`update game_keys set revoked_at = case when revoked_at is null then now() end where key_id = ${keyId}`.execute(
          db,
        );
  },
  build: (db, game, value) =>
    value === 0
      ? sql`delete from builds where game = ${game}`.execute(db)
      : sql`insert into builds (build_id, game, ota_version, build_number, build_type, sha, url)
          values (gen_random_uuid(), ${game}, '1', ${value}, 'Iframe', '', '/') on conflict do nothing`.execute(db),
  session: async (db, game, value) => {
    const account = accounts.get(game) ?? '';
    if (value < 3) return endSessionsOfAccount(db, account);
    const { token, row } = createSession({ begunBy: 'Unknown' });
    tokens.get(game)?.push(token);
    return db
      .insertInto('sessions')
      .values({ ...row, account_id: account })
      .execute();
  },
} satisfies Record<string, Write>;

type Step =
  | {
      readonly type: 'write' | 'roll back';
      readonly node: 0 | 1;
      readonly what: keyof typeof write;
      readonly game: Game;
      readonly value: number;
    }
  | { readonly type: 'read'; readonly node: 0 | 1; readonly what: keyof typeof write; readonly game: Game }
  | { readonly type: 'cut' | 'restore'; readonly node: 0 | 1 };

const node = fc.constantFrom(0 as const, 1 as const);
const what = fc.constantFrom(...(Object.keys(write) as (keyof typeof write)[]));
const game = fc.constantFrom(...games);
const value = fc.nat(9);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ type: fc.constant('write' as const), node, what, game, value }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('roll back' as const), node, what, game, value }) },
  { weight: 8, arbitrary: fc.record({ type: fc.constant('read' as const), node, what, game }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom('cut' as const, 'restore' as const), node }) },
);

class RolledBack extends Error {}

async function run(each: Step): Promise<void> {
  const at = nodes[each.node];
  if (!('what' in each)) {
    await at.relay.cut();
    if (each.type === 'restore') await at.relay.restore();
    await eventually(() => at.signals.connected() === (each.type === 'restore'));
    return;
  }
  if (each.type === 'read') {
    // What was committed has been signalled once this returns.
    await at.signals.catchUp();
  } else {
    const changing = at.database.transaction(async (trx) => {
      await write[each.what](trx, each.game, each.value);
      if (each.type === 'roll back') throw new RolledBack();
    });
    await changing.catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
  }
  expect(await at.readers[each.what](each.game)).toEqual(await stored[each.what](each.game));
}

test('no node shows an old row after its signal, after its own write, or while signals are interrupted', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
      for (const each of steps) await run(each);
    }),
    { numRuns: 20 },
  );
});
