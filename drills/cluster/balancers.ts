// HAProxy in front of the nodes (ops/haproxy.cfg), and between the nodes and the data engines (ops/haproxy-data.cfg).
import { connect } from 'node:net';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { findOnPath } from '#scripts/testing/programs.ts';
import { eventually } from '#server/testing/eventually.ts';
import { findFreePorts } from '#server/testing/find-free-ports.ts';
import { adaptHaproxy, replaceEach, type ProxyOptions } from '../production/proxies.ts';
import type { DatabaseMember } from './database-cluster.ts';
import { adaptOpsFile, makeEngineFolder, startEngine, writeEngineFile } from './engine-process.ts';
import type { RedisMember } from './redis-cluster.ts';

export interface NodePorts {
  readonly port: number;
  readonly gamesPort: number;
}

export interface PortalBalancer extends AsyncDisposable {
  readonly port: number;
  /** Waits until the balancer sends requests to that node. */
  untilUsed(node: number): Promise<void>;
  /** Requests to that node on both of its ports: those in progress, and all so far. */
  countRequests(node: number): Promise<{ readonly open: number; readonly total: number }>;
  output(): string;
}

const nodeNames = ['one', 'two', 'three'] as const;

export async function startPortalBalancer(
  parent: string,
  { nodes, certificate }: Pick<ProxyOptions, 'certificate'> & { readonly nodes: readonly NodePorts[] },
): Promise<PortalBalancer> {
  const [port, plainPort] = await findFreePorts();
  const folder = makeEngineFolder(parent, 'haproxy');
  const file = adaptHaproxy({ folder, certificate, address: '127.0.0.1' });
  const socket = join(folder, 'stats.sock');
  const listServers = (use: keyof NodePorts): string =>
    nodes.map((each, at) => `    server ${nodeNames[at]} 127.0.0.1:${each[use]}\n`).join('');
  writeFileSync(
    file,
    replaceEach(readFileSync(file, 'utf8'), {
      '\nglobal\n': `\nglobal\n    stats socket ${socket}\n`,
      '127.0.0.1:443': `127.0.0.1:${port}`,
      '127.0.0.1:80': `127.0.0.1:${plainPort}`,
      '    server one 10.0.0.11:8080\n    server two 10.0.0.12:8080\n': listServers('port'),
      '    server one 10.0.0.11:8081\n    server two 10.0.0.12:8081\n': listServers('gamesPort'),
    }),
  );
  const engine = startEngine({ name: 'haproxy', program: haproxy, args: ['-db', '-f', file], folder });
  const readLines = async (node: number): Promise<Readonly<Record<string, string>>[]> => {
    const [head = '', ...lines] = (await askSocket(socket, 'show stat')).replace(/^# /, '').split('\n');
    const names = head.split(',');
    return lines
      .map((line) => line.split(','))
      .filter(([backend, server]) => ['portal', 'games'].includes(backend ?? '') && server === nodeNames[node])
      .map((line) => Object.fromEntries(names.map((name, at) => [name, line[at] ?? ''])));
  };
  const balancer: PortalBalancer = {
    port,
    async untilUsed(node) {
      try {
        await eventually(async () => (await readLines(node)).every(({ status }) => status?.startsWith('UP')));
      } catch (error) {
        throw new Error(`HAProxy does not use node ${node + 1}. It printed:\n${engine.output().slice(-3000)}`, {
          cause: error,
        });
      }
    },
    async countRequests(node) {
      const lines = await readLines(node);
      const sum = (name: string): number => lines.reduce((total, line) => total + Number(line[name]), 0);
      return { open: sum('scur'), total: sum('stot') };
    },
    output: () => engine.output(),
    [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose](),
  };
  return balancer;
}

export interface DataBalancer extends AsyncDisposable {
  readonly postgresPort: number;
  readonly replicaPort: number;
  readonly redisPort: number;
}

export async function startDataBalancer(
  parent: string,
  [one, two]: readonly [DatabaseMember, DatabaseMember],
  [firstRedis, secondRedis]: readonly [RedisMember, RedisMember],
): Promise<DataBalancer> {
  const [[postgresPort, redisPort], [replicaPort]] = [await findFreePorts(), await findFreePorts()];
  const folder = makeEngineFolder(parent, 'haproxy-data');
  const text = adaptOpsFile('haproxy-data.cfg', {
    'log /dev/log local0': 'log stdout format raw local0',
    '    user haproxy\n    group haproxy\n': '',
    'bind 127.0.0.1:5000': `bind 127.0.0.1:${postgresPort}`,
    'bind 127.0.0.1:5001': `bind 127.0.0.1:${replicaPort}`,
    'bind 127.0.0.1:6380': `bind 127.0.0.1:${redisPort}`,
    '10.0.0.21:5432 check port 8008': `127.0.0.1:${one.port} check port ${one.apiPort}`,
    '10.0.0.22:5432 check port 8008': `127.0.0.1:${two.port} check port ${two.apiPort}`,
    '10.0.0.31:6379': `127.0.0.1:${firstRedis.port}`,
    '10.0.0.32:6379': `127.0.0.1:${secondRedis.port}`,
  });
  const file = writeEngineFile(folder, 'haproxy.cfg', text);
  const engine = startEngine({ name: 'haproxy-data', program: haproxy, args: ['-db', '-f', file], folder });
  return { postgresPort, replicaPort, redisPort, [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose]() };
}

const haproxy = findOnPath('haproxy') ?? 'haproxy';

function askSocket(path: string, question: string): Promise<string> {
  const socket = connect(path);
  socket.end(`${question}\n`);
  return readText(socket);
}
