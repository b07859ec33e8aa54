// Two nodes change and read games at random while their signals are interrupted at times. A node never shows an old game
// after the signal of its change has arrived, and at most a few seconds longer while signals are interrupted.
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type Database } from '#server/db/database.ts';
import { listenForNodeSignals, type NodeSignals } from '#server/db/node-signals.ts';
import { createOutageMemory } from '#server/db/outage-memory.ts';
import { createOwnWritesWaiter } from '#server/db/own-writes.ts';
import { createLog } from '#server/http/log.ts';
import { buildGames } from '#server/testing/build-accounts.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/create-test-database.ts';
import { startDatabaseRelay, type DatabaseRelay } from '#server/testing/database-relay.ts';
import { eventually } from '#server/testing/eventually.ts';
import { createGameCatalogue, type GameCatalogue } from './game-catalogue.ts';

const log = createLog({ level: 'silent' });
const names = ['chess', 'ludo', 'go', 'mahjong'];

interface Node {
  readonly database: Database;
  readonly signals: NodeSignals;
  /** Only signals go through it. */
  readonly relay: DatabaseRelay;
  readonly catalogue: GameCatalogue;
  /** How often signals were interrupted. */
  readonly losses: () => number;
}

const parts = new AsyncDisposableStack();
let testing: TestDatabase;
let nodes: readonly [Node, Node];
let now = 0;

beforeAll(async () => {
  testing = parts.use(await createTestDatabase());
  await buildGames(testing.database, names);
  nodes = [await startNode(), await startNode()];
});
afterAll(() => parts.disposeAsync());

async function startNode(): Promise<Node> {
  const relay = parts.use(await startDatabaseRelay(testing.connection));
  const database = openDatabase(testing.connection, { log, poolSize: 2, timeoutFactor: 5 });
  parts.defer(() => database.close());
  const signals = await listenForNodeSignals({ connectionString: relay.url }, log);
  parts.defer(() => signals.close());
  let losses = 0;
  signals.onLost(() => {
    losses += 1;
  });
  const waitForOwnWrites = createOwnWritesWaiter(database, signals);
  const outage = createOutageMemory(database, signals, () => now);
  const catalogue = createGameCatalogue({ database, signals, waitForOwnWrites, outage, log, nowMs: () => now });
  return { database, signals, relay, catalogue, losses: () => losses };
}

const write = {
  move: (game: string, value: number) => sql`update games set position = ${value} where game = ${game}`,
  publish: (game: string, value: number) => sql`update games set published = ${value % 2 === 0} where game = ${game}`,
  count: (game: string, value: number) => sql`
    insert into game_popularity (game, plays, players, recent_players) select game, ${value}, 1, 1 from games
    where game = ${game} on conflict (game) do update set plays = excluded.plays`,
  rename: (game: string, value: number) => sql`
    update games set config = jsonb_set(config, '{StorePage,Genre}', to_jsonb(${`Genre ${value}`}::text))
    where game = ${game}`,
};

type Step =
  | {
      readonly type: 'write';
      readonly node: 0 | 1;
      readonly change: keyof typeof write;
      readonly game: string;
      readonly value: number;
    }
  | { readonly type: 'read' | 'cut' | 'restore'; readonly node: 0 | 1 };

const node = fc.constantFrom(0 as const, 1 as const);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('write' as const),
      node,
      change: fc.constantFrom(...(Object.keys(write) as (keyof typeof write)[])),
      game: fc.constantFrom(...names),
      value: fc.nat(9),
    }),
  },
  { weight: 5, arbitrary: fc.record({ type: fc.constant('read' as const), node }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom('cut' as const, 'restore' as const), node }) },
);

interface Shown {
  readonly game: string;
  readonly published: boolean;
  readonly position: number;
  readonly genre: string;
  readonly plays: number;
}

const readStored = async (): Promise<readonly Shown[]> =>
  (
    await sql<Shown>`select game, published, position, genre, coalesce(plays, 0) as plays
      from games join game_categories using (game) left join game_popularity using (game) order by game`.execute(
      testing.database.kysely,
    )
  ).rows;

async function readShown({ catalogue }: Node): Promise<readonly Shown[]> {
  const { published, hidden } = await catalogue.read();
  return [...published, ...hidden]
    .map(({ game, published: is, position, genre, plays }) => ({ game, published: is, position, genre, plays }))
    .toSorted((a, b) => (a.game < b.game ? -1 : 1));
}

async function run(each: Step): Promise<void> {
  const at = nodes[each.node];
  if (each.type === 'cut') {
    await at.relay.cut();
    await eventually(() => !at.signals.connected());
  } else if (each.type === 'restore') {
    await at.relay.cut();
    await eventually(() => !at.signals.connected());
    await at.relay.restore();
    await eventually(() => at.signals.connected());
  } else if (each.type === 'write') {
    const losses = at.losses();
    await write[each.change](each.game, each.value).execute(at.database.kysely);
    const shown = await readShown(at);
    // A busy machine may interrupt signals, too.
    if (at.signals.connected() && at.losses() === losses) expect(shown).toEqual(await readStored());
  } else {
    // What was committed has been signalled once this returns. Without a connection the games expire.
    if (at.signals.connected()) await at.signals.catchUp();
    if (!at.signals.connected()) now += 2001;
    expect(await readShown(at)).toEqual(await readStored());
  }
}

test('no node shows an old game after its signal, or for more than seconds without signals', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      for (const each of steps) await run(each);
    }),
    { numRuns: 15 },
  );
});
