// The cost of reading a leaderboard with a million entries, and of submitting a score: CPU time of a call including
// PostgreSQL. The reference is a rank by counting all better entries.
import { sql } from 'kysely';
import type { Leaderboard } from '#model/leaderboard.ts';
import type { Route } from '#model/route.ts';
import { openDatabase, type Database } from '#server/db/database.ts';
import type { Log } from '#server/db/log.ts';
import { createPrimaryReads } from '#server/db/replica-reads.ts';
import { createLeaderboardsRoutes } from '#server/features/leaderboards/routes.ts';
import type { PlatformSync } from '#server/features/platform-sync/platform-sync.ts';
import type { ApiCall } from '#server/http/implement-api.ts';
import { createSealer } from '#server/secrets/sealer.ts';

const entries = 1_000_000;
const batch = 20_000;
const rounds = 9;
const asked = 100;
const boundCpuMs = 2;
const game = 'gem-miner';
const board: Leaderboard = { Id: 'bench', Name: { en: 'Bench' }, Ascending: false, MaxPerMinute: 60 };

/** The game is mapped to no platform, like most. */
const platformSync: PlatformSync = {
  prepare: async () => ({ queueScore: async () => undefined, queueUnlock: async () => undefined }),
};

export async function measureLeaderboards(
  database: Database,
  { databaseCpuMs, log, print }: { databaseCpuMs: () => number; log: Log; print: (line: object) => void },
): Promise<void> {
  const { kysely } = database;
  // Filling the board takes longer than a statement of the server may.
  const patient = openDatabase(database.connection, { log, poolSize: 1, timeoutFactor: 100 });
  const { boardId, accountIds } = await fillBoard(patient);
  await patient.close();
  const { leaderboards } = createLeaderboardsRoutes({
    database,
    replicaReads: createPrimaryReads(database),
    now: () => new Date(),
    platformSync,
    sealer: createSealer('a secret for measurements, at least 32 letters'),
  });
  const { entries: read, submit } = leaderboards;
  const playerAt = (time: number): string => accountIds[(time * 7919) % accountIds.length] ?? '';
  const view = (View: 'Top' | 'Around' | 'Friends') => (time: number) =>
    read(
      callWith({
        query: { Game: game, Leaderboard: board.Id, View, Locale: 'en' },
        session: async () => ({ accountId: playerAt(time) }),
      }),
    );
  const calls: Record<string, (time: number) => Promise<unknown>> = {
    'rank and top': view('Top'),
    'rank and surroundings': view('Around'),
    'rank and friends': view('Friends'),
    submit: (time) =>
      submit(
        callWith({
          body: { Game: game, Leaderboard: board.Id, Score: 1_000_000 + time },
          session: { accountId: playerAt(time) },
        }),
      ),
  };
  const countCpuMs = await measureCpu(
    (time) =>
      sql`
        select count(*) from leaderboard_entries e join leaderboard_entries mine using (board_id)
        where mine.board_id = ${boardId} and mine.account_id = ${playerAt(time)} and e.is_listed
          and (e.rank_key, e.reached_at, e.account_id) < (mine.rank_key, mine.reached_at, mine.account_id)`.execute(
        kysely,
      ),
    databaseCpuMs,
    20,
  );
  for (const [call, ask] of Object.entries(calls)) {
    for (let time = 0; time < 50; time += 1) await ask(time);
    const figures: number[] = [];
    for (let round = 0; round < rounds; round += 1)
      figures.push(await measureCpu((time) => ask(round * asked + time), databaseCpuMs, asked));
    const cpuMs = figures.toSorted((a, b) => a - b)[Math.floor(rounds / 2)];
    const bound = call === 'submit' ? {} : { boundCpuMs };
    print({ measure: 'leaderboards', call, entries, cpuMs, ...bound, countCpuMs });
  }
}

async function measureCpu(
  ask: (time: number) => Promise<unknown>,
  databaseCpuMs: () => number,
  times: number,
): Promise<number> {
  const [begun, databaseBegun] = [process.cpuUsage(), databaseCpuMs()];
  for (let time = 0; time < times; time += 1) await ask(time);
  const { user, system } = process.cpuUsage(begun);
  return Number((((user + system) / 1000 + databaseCpuMs() - databaseBegun) / times).toFixed(3));
}

const callWith = <C>(call: object): C => ({ params: {}, ...call }) as Partial<ApiCall<Route>> as C;

/** Scores from 0 to 99,999, so that every score is shared by ten players. */
async function fillBoard({ kysely }: Database): Promise<{ boardId: number; accountIds: string[] }> {
  const { config } = await kysely
    .selectFrom('games')
    .select('config')
    .where('game', '=', game)
    .executeTakeFirstOrThrow();
  const withBoard = JSON.stringify({ ...config, Leaderboards: [...config.Leaderboards, board] });
  await kysely.updateTable('games').set({ config: withBoard }).where('game', '=', game).execute();
  const { board_id: boardId } = await kysely
    .insertInto('leaderboards')
    .values({ game, leaderboard: board.Id, period: 'all', is_ascending: false })
    .returning('board_id')
    .executeTakeFirstOrThrow();
  // Turns triggers and foreign keys off on this connection: the entries are counted once at the end.
  await sql`set session_replication_role = replica`.execute(kysely);
  const accountIds: string[] = [];
  for (let from = 0; from < entries; from += batch) {
    const { rows } = await sql<{ account_id: string }>`
      with made as (
        insert into accounts (account_id, name, findable)
        select gen_random_uuid(), 'Player ' || n, n % 2 = 0 from generate_series(1, ${batch}) n returning account_id
      ), scored as (
        select account_id, floor(random() * 100000)::bigint as score, clock_timestamp() as reached_at from made
      )
      insert into leaderboard_entries select ${boardId}::bigint, account_id, score, -score, reached_at, true from scored
      returning account_id`.execute(kysely);
    accountIds.push(...rows.slice(0, 200).map(({ account_id }) => account_id));
  }
  await countRanges(kysely, boardId);
  const [viewer = '', ...others] = accountIds;
  const friends = others.slice(0, 50).flatMap((other) => [
    { account_id: viewer, friend_account_id: other },
    { account_id: other, friend_account_id: viewer },
  ]);
  await kysely.insertInto('friends').values(friends).execute();
  await sql`vacuum analyze leaderboard_entries, leaderboard_ranges`.execute(kysely);
  return { boardId, accountIds };
}

/** Ranges of 1,500 entries: splits leave between 1,000 and 2,000. */
async function countRanges(kysely: Database['kysely'], boardId: number): Promise<void> {
  await sql`delete from leaderboard_ranges where board_id = ${boardId}`.execute(kysely);
  await sql`
    with ranked as (
      select rank_key, reached_at, row_number() over (order by rank_key, reached_at) as place
      from leaderboard_entries where board_id = ${boardId}
    )
    insert into leaderboard_ranges
    select ${boardId}::bigint,
      case when place = 1 then -9223372036854775808 else rank_key end,
      case when place = 1 then '-infinity' else reached_at end,
      coalesce(lead(rank_key) over (order by place), 9223372036854775807),
      coalesce(lead(reached_at) over (order by place), 'infinity'), least(1500, ${entries} - place + 1)
    from ranked where place % 1500 = 1`.execute(kysely);
}
