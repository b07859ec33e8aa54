// A ClickHouse for one test, on a port of its own, with a user and a password.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeMissingPrograms, findOnPath } from '#scripts/testing/programs.ts';
import { eventually } from './eventually.ts';
import { findFreePorts } from './find-free-ports.ts';

export interface TestClickHouse extends AsyncDisposable {
  /** For ANALYTICS_URL. */
  readonly url: string;
  kill(): Promise<void>;
  /** Does nothing if it runs. */
  start(): Promise<void>;
}

export const missingClickHouseReason = describeMissingPrograms('clickhouse-server');

const startTimeoutMs = 60_000;

export async function startClickHouse(): Promise<TestClickHouse> {
  const folder = mkdtempSync(join(tmpdir(), 'fxid-clickhouse-'));
  const [port, tcpPort] = await findFreePorts();
  writeFiles(folder, port, tcpPort);
  let running: ChildProcess | undefined;
  const clickHouse: TestClickHouse = {
    url: `clickhouse://fxid:${password}@127.0.0.1:${port}/default`,
    kill: async () => {
      if (!running) return;
      const ended = once(running, 'exit');
      running.kill('SIGKILL');
      await ended;
      running = undefined;
    },
    start: async () => {
      if (running) return;
      const program = findOnPath('clickhouse-server') ?? 'clickhouse-server';
      const child = spawn(program, [`--config-file=${join(folder, 'config.xml')}`], { cwd: folder, stdio: 'ignore' });
      running = child;
      process.once('exit', () => child.kill('SIGKILL'));
      const isReady = (): Promise<boolean> =>
        fetch(`http://127.0.0.1:${port}/ping`).then(
          ({ ok }) => ok,
          () => false,
        );
      await Promise.race([
        eventually(isReady, startTimeoutMs),
        once(child, 'exit').then(() => Promise.reject(new Error('ClickHouse did not start.'))),
      ]);
    },
    [Symbol.asyncDispose]: async () => {
      await clickHouse.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await clickHouse.start();
  return clickHouse;
}

const password = 'p%40ss';

function writeFiles(folder: string, port: number, tcpPort: number): void {
  for (const each of ['data', 'tmp']) mkdirSync(join(folder, each));
  writeFileSync(
    join(folder, 'config.xml'),
    `<yandex>
      <logger><level>warning</level><log>${folder}/server.log</log><errorlog>${folder}/error.log</errorlog></logger>
      <listen_host>127.0.0.1</listen_host>
      <http_port>${port}</http_port>
      <tcp_port>${tcpPort}</tcp_port>
      <path>${folder}/data/</path>
      <tmp_path>${folder}/tmp/</tmp_path>
      <users_config>${folder}/users.xml</users_config>
      <default_profile>default</default_profile>
      <default_database>default</default_database>
      <mark_cache_size>50000000</mark_cache_size>
    </yandex>`,
  );
  writeFileSync(
    join(folder, 'users.xml'),
    `<yandex>
      <profiles><default></default></profiles>
      <quotas><default></default></quotas>
      <users><fxid>
        <password>p@ss</password><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota>
      </fxid></users>
    </yandex>`,
  );
}
