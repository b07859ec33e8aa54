// Starts the system's PostgreSQL and PgBouncer. Both refuse to run as root, so root starts them under an unprivileged
// account.
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '#server/testing/eventually.ts';
import { withSingleConnection } from '#server/db/with-single-connection.ts';

export interface RunningProgram extends AsyncDisposable {
  readonly url: string;
  readonly output: () => string;
}

const nobody = 65_534;
const account = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};

export async function startPostgres(bin: string, port: number): Promise<RunningProgram> {
  const folder = newFolder();
  const data = join(folder, 'data');
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'fxid', '--auth', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'], {
    ...account,
    stdio: 'ignore',
    cwd: folder,
  });
  const settings = { port, unix_socket_directories: folder, fsync: 'off', max_connections: 60 };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return start(join(bin, 'postgres'), ['-D', data, ...args], folder, `postgresql://fxid@127.0.0.1:${port}/postgres`);
}

export async function startPgbouncer(
  program: string,
  { port, postgresPort, mode }: { port: number; postgresPort: number; mode: 'session' | 'transaction' },
): Promise<RunningProgram> {
  const folder = newFolder();
  const file = join(folder, 'pgbouncer.ini');
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: mode,
    default_pool_size: 40,
    max_client_conn: 200,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const database = `* = host=127.0.0.1 port=${postgresPort} user=fxid`;
  writeFileSync(file, ['[databases]', database, '[pgbouncer]', ...lines, ''].join('\n'));
  return start(program, [file], folder, `postgresql://fxid@127.0.0.1:${port}/postgres`);
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fxid-pools-'));
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid);
  return folder;
}

async function start(program: string, args: readonly string[], folder: string, url: string): Promise<RunningProgram> {
  let printed = '';
  const child = spawn(program, args, { ...account, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const running: RunningProgram = {
    url,
    output: () => printed,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGINT');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    await eventually(() => withSingleConnection({ connectionString: url }, async (client) => client.query('SELECT 1')));
  } catch (error) {
    await running[Symbol.asyncDispose]();
    throw new Error(`${program} does not answer. It printed:\n${printed}`, { cause: error });
  }
  return running;
}
