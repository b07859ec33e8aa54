// Runs the reference proxy configurations on localhost, in front of nodes that a test has started.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import { join } from 'node:path';
import { eventually } from '#server/testing/eventually.ts';
import { findFreePorts } from '#server/testing/find-free-ports.ts';
import { findOnPath } from '#scripts/testing/programs.ts';
import type { DrillResponse, ProxyName } from './send-request.ts';
import { adaptHaproxy, adaptNginx, replaceEach, type ProxyOptions } from './proxies.ts';

export interface LocalProxy extends AsyncDisposable {
  readonly name: ProxyName;
  /** Requests an address of play.example or of a subdomain of games.example. */
  ask(address: string, options?: LocalRequest): Promise<DrillResponse>;
  output(): string;
}

export interface LocalRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface NodePorts {
  readonly port: number;
  readonly gamesPort: number;
}

const timeoutMs = 60_000;

export async function startLocalProxy(
  name: ProxyName,
  { folder, certificate, nodes }: ProxyOptions & { readonly nodes: readonly [NodePorts, NodePorts] },
): Promise<LocalProxy> {
  const [tlsPort, plainPort] = await findFreePorts();
  const place = join(folder, name);
  mkdirSync(place);
  const adapted = { folder: name === 'nginx' ? folder : place, certificate, address: '127.0.0.1' };
  const file = name === 'nginx' ? adaptNginx(adapted) : adaptHaproxy(adapted);
  const site = name === 'nginx' ? join(place, 'fxid.conf') : file;
  writeFileSync(
    site,
    replaceEach(readFileSync(site, 'utf8'), {
      '127.0.0.1:443': `127.0.0.1:${tlsPort}`,
      '127.0.0.1:80': `127.0.0.1:${plainPort}`,
      '10.0.0.11:8080': `127.0.0.1:${nodes[0].port}`,
      '10.0.0.12:8080': `127.0.0.1:${nodes[1].port}`,
      '10.0.0.11:8081': `127.0.0.1:${nodes[0].gamesPort}`,
      '10.0.0.12:8081': `127.0.0.1:${nodes[1].gamesPort}`,
    }),
  );
  const args = name === 'nginx' ? ['-p', place, '-e', 'stderr', '-c', file] : ['-db', '-f', file];
  const child = spawn(findOnPath(name) ?? name, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  child.once('error', (error) => {
    printed += String(error);
  });
  const ask = createDialogs(tlsPort);
  const proxy: LocalProxy = {
    name,
    ask,
    output: () => printed,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
  try {
    await eventually(async () => (await ask('https://play.example/healthz')).status === 200);
  } catch (error) {
    await proxy[Symbol.asyncDispose]();
    throw new Error(`${name} does not answer. It printed:\n${printed}`, { cause: error });
  }
  return proxy;
}

const createDialogs =
  (port: number): LocalProxy['ask'] =>
  (address, { method = 'GET', headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const { hostname, pathname, search } = new URL(address);
      const request = https.request(
        {
          host: '127.0.0.1',
          port,
          servername: hostname,
          path: pathname + search,
          method,
          headers: { host: hostname, ...headers },
          agent: false,
          rejectUnauthorized: false,
          signal: AbortSignal.timeout(timeoutMs),
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
          );
        },
      );
      request.on('error', reject);
      request.end(body);
    });
