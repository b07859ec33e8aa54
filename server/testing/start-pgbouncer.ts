// A real PgBouncer with the settings of ops/pgbouncer.ini in front of a test database.
import { spawn } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withSingleConnection } from '#server/db/with-single-connection.ts';
import { findOnPath } from '#scripts/testing/programs.ts';
import { eventually } from './eventually.ts';
import { findFreePorts } from './find-free-ports.ts';

export interface TestPgbouncer extends AsyncDisposable {
  readonly url: string;
}

export const pgbouncerProgram = findOnPath('pgbouncer');

const nobody = 65_534;
// PgBouncer refuses to run as root.
const account = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};

/** @param databaseUrl a database reachable by TCP */
export async function startPgbouncer(databaseUrl: string): Promise<TestPgbouncer> {
  if (pgbouncerProgram === undefined) throw new Error('There is no pgbouncer on this machine: install it.');
  const { hostname, port, pathname, username, password } = new URL(databaseUrl);
  const [ownPort] = await findFreePorts();
  const folder = mkdtempSync(join(tmpdir(), 'fxid-pgbouncer-'));
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid);
  const target = [
    `host=${hostname} port=${port} dbname=${decodeURIComponent(pathname.slice(1))} user=${decodeURIComponent(username)}`,
    // PgBouncer rejects an empty value.
    ...(password === '' ? [] : [`password='${decodeURIComponent(password)}'`]),
  ].join(' ');
  const changes: Readonly<Record<string, string>> = {
    'fxid = host=10.0.0.21 port=5432 dbname=fxid': `fxid = ${target}`,
    'listen_addr = 10.0.0.20': 'listen_addr = 127.0.0.1\nunix_socket_dir =',
    'listen_port = 6432': `listen_port = ${ownPort}`,
    'auth_type = scram-sha-256\nauth_file = /etc/pgbouncer/userlist.txt': 'auth_type = any',
  };
  let settings = readFileSync(join(import.meta.dirname, '../../ops/pgbouncer.ini'), 'utf8');
  for (const [from, to] of Object.entries(changes)) {
    if (!settings.includes(from)) throw new Error(`ops/pgbouncer.ini has no ${JSON.stringify(from)} any more.`);
    settings = settings.replace(from, () => to);
  }
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, settings);
  const child = spawn(pgbouncerProgram, [file], { ...account, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.removeListener('exit', end));
  const url = `postgresql://fxid@127.0.0.1:${ownPort}/fxid`;
  const running: TestPgbouncer = {
    url,
    [Symbol.asyncDispose]: async () => {
      end();
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    await eventually(() => withSingleConnection({ connectionString: url }, (client) => client.query('SELECT 1')));
  } catch (error) {
    await running[Symbol.asyncDispose]();
    throw new Error(`PgBouncer does not answer. It printed:\n${printed}`, { cause: error });
  }
  return running;
}
