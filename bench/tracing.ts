// What traces cost: the same calls without an endpoint, with 5 % and with all requests traced, on three servers in turn.
// The collector only answers. `npm run bench -- tracing`.
import { createServer } from 'node:http';
import { join } from 'node:path';
import { findFreePorts } from '#server/testing/find-free-ports.ts';
import { sendLoad } from './load.ts';
import { startMeasuredProcess, type MeasuredProcess } from './measured-process.ts';

export interface TracingBench {
  readonly settings: Readonly<Record<string, string>>;
  readonly dataDir: string;
  readonly token: string;
  readonly print: (line: object) => void;
}

const rounds = 9;
const warmUpRounds = 4;
const requests = 2000;
const connections = 16;

export async function measureTracing({ settings, dataDir, token, print }: TracingBench): Promise<void> {
  await using started = new AsyncDisposableStack();
  const [port] = await findFreePorts();
  const collector = createServer((request, response) => void request.resume().on('end', () => response.end('{}')));
  await new Promise<void>((resolve) => void collector.listen(port, '127.0.0.1', resolve));
  started.defer(() => void collector.close());
  const start = async (share: string | undefined): Promise<MeasuredProcess> => {
    const server = await startMeasuredProcess(join(import.meta.dirname, '../server/main.ts'), {
      ...settings,
      DATA_DIR: `${dataDir}-${share ?? 'off'}`,
      ...(share !== undefined && {
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
        OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
        OTEL_TRACES_SAMPLER_ARG: share,
      }),
    });
    started.defer(() => server.stop());
    return server;
  };
  const servers = [
    { name: 'off', server: await start(undefined) },
    { name: 'five percent', server: await start('0.05') },
    { name: 'all', server: await start('1') },
  ];
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  // The first is read from memory, the second one with a statement.
  for (const [measure, path, body] of [
    ['tracing-profile', '/api/v1/profile', '{"Game":"gem-miner"}'],
    ['tracing-overview', '/api/v1/profile/overview', '{}'],
  ] as const) {
    const cpuMs = new Map(servers.map(({ name }) => [name, [] as number[]]));
    for (let round = -warmUpRounds; round < rounds; round += 1) {
      for (const { name, server } of servers) {
        const before = server.familyCpuMs();
        await sendLoad({ path, headers, body, method: 'POST', port: server.port, requests, connections });
        if (round >= 0) cpuMs.get(name)?.push((server.familyCpuMs() - before) / requests);
      }
    }
    const off = median(cpuMs.get('off') ?? []);
    for (const [name, values] of cpuMs) {
      const cpuMsPerRequest = median(values);
      print({
        measure,
        traced: name,
        cpuMsPerRequest: round(cpuMsPerRequest, 4),
        ratio: round(cpuMsPerRequest / off, 2),
      });
    }
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const round = (value: number, digits: number): number => Number(value.toFixed(digits));
