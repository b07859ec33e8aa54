// The cost of a save, compared with its bare statements on a bare Node server: CPU time of Node and PostgreSQL together.
// `save`: one more write of a device. `save-revision`: a write by another device, which also changes the history.
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { buildConnectionUrl } from '#server/db/connection-options.ts';
import type { Database } from '#server/db/database.ts';
import type { BareSave } from './bare-saves.ts';
import { sendLoad } from './load.ts';
import { startMeasuredProcess, type MeasuredProcess } from './measured-process.ts';
import { makePlayers } from './presence.ts';

const rounds = 15;
const firstRounds = 6;
const players = 960;
const connections = 16;
const keys = 20;
/** Ten kilobytes in all, of which a write changes two keys. */
const valueBytes = 500;
const maxRatio = 1.5;

interface SavesBenchOptions {
  readonly settings: Readonly<Record<string, string>>;
  readonly databaseCpuMs: () => number;
  readonly print: (line: object) => void;
}

export async function measureSaves(database: Database, options: SavesBenchOptions): Promise<void> {
  const env = { DATABASE_URL: buildConnectionUrl(database.connection) };
  const start = (file: string, extra = {}): Promise<MeasuredProcess> =>
    startMeasuredProcess(fileURLToPath(new URL(file, import.meta.url)), { ...env, ...extra });
  const ours = await start('../server/main.ts', options.settings);
  const floor = await start('floor.ts');
  try {
    for (const measure of ['save', 'save-revision'] as const)
      options.print(await compare(database, { ours, floor, measure, ...options }));
  } finally {
    await Promise.all([ours.stop(), floor.stop()]);
  }
}

interface Figures {
  readonly nodeMs: number;
  readonly databaseMs: number;
}

interface Comparison extends Pick<SavesBenchOptions, 'databaseCpuMs'> {
  readonly ours: MeasuredProcess;
  readonly floor: MeasuredProcess;
  readonly measure: 'save' | 'save-revision';
}

async function compare(database: Database, { ours, floor, measure, databaseCpuMs }: Comparison): Promise<object> {
  const isRevision = measure === 'save-revision';
  const [our, bare] = [await createSavers(database), await createSavers(database)];
  const figures: { ours: Figures; floor: Figures }[] = [];
  const send = async (at: MeasuredProcess, bodies: readonly string[], tokens?: readonly string[]): Promise<Figures> => {
    const [node, postgres] = [at.cpuMs(), databaseCpuMs()];
    await sendLoad({
      port: at.port,
      method: 'POST',
      path: tokens ? '/api/v1/saves/write' : '/save',
      headers: { 'content-type': 'application/json' },
      ...(tokens && { tokens }),
      body: bodies,
      requests: players,
      connections,
    });
    return { nodeMs: (at.cpuMs() - node) / players, databaseMs: (databaseCpuMs() - postgres) / players };
  };
  for (let round = -firstRounds; round < rounds; round += 1) {
    const Device = isRevision ? `Device ${round % 2}` : 'Device';
    const bareBodies = (await readRevisions(database, bare)).map((revision, at) => {
      const body: BareSave = {
        ...writeOf(revision, Device),
        AccountId: bare[at]?.accountId ?? '',
        IsRevision: isRevision,
      };
      return JSON.stringify(body);
    });
    const floorFigures = await send(floor, bareBodies);
    const ourBodies = (await readRevisions(database, our)).map((revision) =>
      JSON.stringify({ ...writeOf(revision, Device), Game: 'gem-miner' }),
    );
    const tokens = our.map(({ token }) => token);
    const ourFigures = await send(ours, ourBodies, tokens);
    if (round >= 0) figures.push({ ours: ourFigures, floor: floorFigures });
  }
  const total = ({ nodeMs, databaseMs }: Figures): number => nodeMs + databaseMs;
  const cpuRatio = median(figures.map((each) => total(each.ours) / total(each.floor)));
  return {
    measure,
    cpuMsPerRequest: round4(median(figures.map((each) => each.ours.nodeMs))),
    floorCpuMsPerRequest: round4(median(figures.map((each) => each.floor.nodeMs))),
    databaseCpuMsPerRequest: round4(median(figures.map((each) => each.ours.databaseMs))),
    floorDatabaseCpuMsPerRequest: round4(median(figures.map((each) => each.floor.databaseMs))),
    cpuRatio: Number(cpuRatio.toFixed(2)),
    maxRatio,
    isWithin: cpuRatio <= maxRatio,
  };
}

interface Saver {
  readonly accountId: string;
  readonly token: string;
}

/** Players with a save of ten kilobytes. */
async function createSavers(database: Database): Promise<readonly Saver[]> {
  const savers = await makePlayers(database, players);
  const saved = Object.fromEntries(
    Array.from({ length: keys }, (_, at) => [`key-${at}`, randomUUID().repeat(valueBytes / 36)]),
  );
  const bytes = Object.entries(saved).reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  await sql`
    insert into saves (save_id, account_id, game, revision, keys, bytes, device, origin)
    select gen_random_uuid(), account_id, 'gem-miner', 1, ${JSON.stringify(saved)}::jsonb, ${bytes}, 'Device', 'device'
    from unnest(${savers.map(({ accountId }) => accountId)}::uuid[]) as made (account_id)`.execute(database.kysely);
  return savers;
}

async function readRevisions({ kysely }: Database, savers: readonly Saver[]): Promise<number[]> {
  const rows = await kysely
    .selectFrom('saves')
    .select(['account_id', 'revision'])
    .where(
      'account_id',
      'in',
      savers.map(({ accountId }) => accountId),
    )
    .execute();
  const revisions = new Map(rows.map(({ account_id, revision }) => [account_id, revision]));
  return savers.map(({ accountId }) => revisions.get(accountId) ?? 0);
}

const writeOf = (BaseRevision: number, Device: string) => ({
  BaseRevision,
  WriteId: randomUUID(),
  Set: { 'key-3': randomUUID().repeat(valueBytes / 36), 'key-7': randomUUID() },
  Device,
});

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const round4 = (value: number): number => Number(value.toFixed(4));
