// HAProxy in front of the nodes, as in ops/haproxy.cfg but without TLS and with faster health checks.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findOnPath } from '#scripts/testing/programs.ts';
import { findFreePorts } from '#server/testing/find-free-ports.ts';

export interface Balancer {
  readonly address: string;
  /** Waits until the balancer sends requests to that node. */
  untilReady(port: number): Promise<void>;
  /** Requests to that node: those in progress, and all so far. */
  requests(port: number): Promise<{ readonly running: number; readonly total: number }>;
  close(): Promise<void>;
}

const readyTimeoutMs = 60_000;

export async function startBalancer(folder: string, nodes: readonly number[]): Promise<Balancer> {
  const [port, statsPort] = await findFreePorts();
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, writeConfiguration(port, statsPort, nodes));
  const haproxy = spawn(findOnPath('haproxy') ?? 'haproxy', ['-db', '-f', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let printed = '';
  haproxy.stderr.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const exited = once(haproxy, 'exit');

  /** One line of HAProxy's statistics, by column. */
  const readStats = async (node: number): Promise<Readonly<Record<string, string>>> => {
    const response = await fetch(`http://127.0.0.1:${statsPort}/stats;csv`);
    const [head = '', ...lines] = (await response.text()).split('\n').map((line) => line.replace(/^# /, ''));
    const names = head.split(',');
    const line = lines.find((each) => each.startsWith(`nodes,${node},`))?.split(',') ?? [];
    return Object.fromEntries(names.map((name, at) => [name, line[at] ?? '']));
  };
  const untilReady = async (node: number): Promise<void> => {
    const end = performance.now() + readyTimeoutMs;
    for (; ; await sleep(50)) {
      // Refused while HAProxy starts.
      const { status } = await readStats(node).catch(() => ({ status: undefined }));
      if (status?.startsWith('UP') === true) return;
      if (haproxy.exitCode !== null) throw new Error(`HAProxy ended. It printed:\n${printed}`);
      if (performance.now() > end) throw new Error(`The balancer does not see the node at ${node} as ready.`);
    }
  };
  for (const node of nodes) await untilReady(node);
  return {
    address: `http://127.0.0.1:${port}`,
    untilReady,
    async requests(node) {
      const { scur, stot } = await readStats(node);
      return { running: Number(scur), total: Number(stot) };
    },
    async close() {
      haproxy.kill();
      await exited;
    },
  };
}

const writeConfiguration = (port: number, statsPort: number, nodes: readonly number[]): string => `
defaults
    mode http
    timeout connect 2s
    timeout client 60s
    timeout server 40s
    # A busy machine may respond late.
    timeout check 20s
    retries 3
    option redispatch 1
    retry-on conn-failure empty-response 502
    http-reuse never
    option http-server-close
frontend portal
    bind 127.0.0.1:${port}
    http-request disable-l7-retry unless METH_GET
    default_backend nodes
frontend statistics
    bind 127.0.0.1:${statsPort}
    stats enable
    stats uri /stats
backend nodes
    balance roundrobin
    option httpchk GET /readyz
    http-check expect status 200
    default-server check inter 200ms fall 1 rise 1
${nodes.map((node) => `    server ${node} 127.0.0.1:${node}`).join('\n')}
`;
