// Two PostgreSQL servers under Patroni with three members of etcd, from ops/patroni.yml and ops/etcd.yml.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withSingleConnection } from '#server/db/with-single-connection.ts';
import { eventually } from '#server/testing/eventually.ts';
import { findFreePorts } from '#server/testing/find-free-ports.ts';
import { adaptOpsFile, makeEngineFolder, startEngine, writeEngineFile, type EngineProcess } from './engine-process.ts';

export interface DatabaseMember {
  readonly name: string;
  readonly port: number;
  /** Of Patroni's own API, which HAProxy queries. */
  readonly apiPort: number;
  /** An administrator's connection to this server, past all proxies. */
  readonly url: string;
  start(): void;
  /** Kills Patroni and PostgreSQL, as if the machine had lost its power. */
  kill(): Promise<void>;
}

export interface DatabaseCluster extends AsyncDisposable {
  readonly members: readonly [DatabaseMember, DatabaseMember];
  readonly etcd: readonly EngineProcess[];
  /** The portal's account. */
  readonly user: { readonly name: string; readonly password: string; readonly database: string };
  findLeader(): Promise<DatabaseMember>;
  /** Waits until every commit is acknowledged by the standby. */
  untilSynchronous(): Promise<void>;
  switchOver(): Promise<DatabaseMember>;
  output(): string;
}

export interface DatabasePrograms {
  readonly etcd: string;
  readonly patroni: string;
  readonly patronictl: string;
  /** The folder with PostgreSQL's programs. */
  readonly postgresBin: string;
}

const startMs = 120_000;
const database = 'fxid';
const password = randomBytes(18).toString('base64url');

export async function startDatabaseCluster(parent: string, programs: DatabasePrograms): Promise<DatabaseCluster> {
  await using parts = new AsyncDisposableStack();
  const { etcd, clientPorts } = await startEtcd(parent, programs.etcd, parts);
  const passwords = Object.fromEntries(
    ['superuser', 'replication', 'rewind'].map((use) => [
      `change-this-${use}-password`,
      randomBytes(18).toString('base64url'),
    ]),
  );
  const etcdHosts = clientPorts.map((port) => `127.0.0.1:${port}`).join(',');
  const startMember = async (
    name: string,
  ): Promise<DatabaseMember & { readonly process: EngineProcess; file: string }> => {
    const [port, apiPort] = await findFreePorts();
    const folder = makeEngineFolder(parent, `postgres-${name}`);
    const data = join(folder, 'data');
    const file = writeEngineFile(
      folder,
      'patroni.yml',
      adaptOpsFile('patroni.yml', {
        'name: one\n': `name: ${name}\n`,
        '10.0.0.21:8008': `127.0.0.1:${apiPort}`,
        '10.0.0.41:2379,10.0.0.42:2379,10.0.0.43:2379': etcdHosts,
        '10.0.0.21:5432': `127.0.0.1:${port}`,
        '/var/lib/postgresql/15/fxid': data,
        '/usr/lib/postgresql/15/bin': programs.postgresBin,
        '/var/run/postgresql': folder,
        '10.0.0.0/24': '127.0.0.1/32',
        ...passwords,
      }),
    );
    const engine = startEngine({
      name: `patroni-${name}`,
      program: programs.patroni,
      args: [file],
      folder,
      isUnprivileged: true,
    });
    parts.use(engine);
    return {
      name,
      port,
      apiPort,
      process: engine,
      file,
      url: `postgresql://postgres:${passwords['change-this-superuser-password']}@127.0.0.1:${port}/${database}`,
      start: () => engine.start(),
      kill: async () => {
        // Patroni first: it would notice that PostgreSQL has ended, and give up its role.
        const postmaster = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
        await engine.kill();
        process.kill(postmaster, 'SIGKILL');
      },
    };
  };
  const members = [await startMember('one'), await startMember('two')] as const;
  const output = (): string => [...etcd, ...members.map((each) => each.process)].map(describeOutput).join('\n');
  const findLeader = (): Promise<DatabaseMember> =>
    eventually(async () => {
      for (const member of members) if (await isLeader(member)) return member;
      return undefined;
    }, startMs);
  const untilSynchronous = async (): Promise<void> => {
    await eventually(async () => {
      const { url } = await findLeader();
      return withSingleConnection({ connectionString: withName(url, 'postgres') }, async (client) => {
        const { rows } = await client.query(`SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'`);
        return rows.length > 0;
      });
    }, startMs);
  };
  try {
    const { url } = await findLeader();
    await withSingleConnection({ connectionString: withName(url, 'postgres') }, (client) =>
      client
        .query(`CREATE ROLE fxid LOGIN PASSWORD '${password}'`)
        .then(() => client.query(`CREATE DATABASE ${database} OWNER fxid`)),
    );
    await untilSynchronous();
  } catch (error) {
    throw new Error(`The database cluster did not start. Its programs printed:\n${output()}`, { cause: error });
  }
  const started = parts.move();
  return {
    members,
    etcd,
    user: { name: 'fxid', password, database },
    findLeader,
    untilSynchronous,
    async switchOver() {
      const leader = await findLeader();
      const candidate = members.find((each) => each !== leader) ?? members[0];
      const { file } = members[0];
      const args = ['-c', file, 'switchover', '--leader', leader.name, '--candidate', candidate.name, '--force'];
      await promisify(execFile)(programs.patronictl, args, { env: { LC_ALL: 'C.UTF-8', PATH: '/usr/bin:/bin' } });
      return candidate;
    },
    output,
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}

/** Resolves at the moment at which the standby has become a primary. */
export async function untilPromoted({ url }: DatabaseMember): Promise<number> {
  await eventually(
    () =>
      withSingleConnection({ connectionString: withName(url, 'postgres') }, async (client) => {
        const { rows } = await client.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
        return rows[0]?.standby === false;
      }),
    startMs,
  );
  return performance.now();
}

async function startEtcd(parent: string, program: string, parts: AsyncDisposableStack) {
  const names = ['one', 'two', 'three'];
  const ports = await Promise.all(names.map(() => findFreePorts()));
  const peers = names.map((name, at) => `${name}=http://127.0.0.1:${ports[at]?.[1]}`).join(',');
  const etcd = names.map((name, at) => {
    const [clientPort, peerPort] = ports[at] ?? [0, 0];
    const folder = makeEngineFolder(parent, `etcd-${name}`);
    const text = adaptOpsFile('etcd.yml', {
      'one=http://10.0.0.41:2380,two=http://10.0.0.42:2380,three=http://10.0.0.43:2380': peers,
      'name: one': `name: ${name}`,
      '/var/lib/etcd/fxid': join(folder, 'data'),
      '10.0.0.41:2379': `127.0.0.1:${clientPort}`,
      '10.0.0.41:2380': `127.0.0.1:${peerPort}`,
    });
    const file = writeEngineFile(folder, 'etcd.yml', text);
    return parts.use(
      startEngine({ name: `etcd-${name}`, program, args: ['--config-file', file], folder, isUnprivileged: true }),
    );
  });
  return { etcd, clientPorts: ports.map(([port]) => port) };
}

async function isLeader({ apiPort }: Pick<DatabaseMember, 'apiPort'>): Promise<boolean> {
  try {
    const { status } = await fetch(`http://127.0.0.1:${apiPort}/primary`, { signal: AbortSignal.timeout(5000) });
    return status === 200;
  } catch {
    // Patroni does not run there.
    return false;
  }
}

const withName = (url: string, name: string): string => url.replace(/\/[^/]*$/, `/${name}`);

const describeOutput = (engine: EngineProcess): string => `--- ${engine.name}\n${engine.output().slice(-3000)}`;
