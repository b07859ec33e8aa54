// A real Prometheus that scrapes nodes and evaluates the rules of ops/alerts.yml, with shorter times: alerts fire after
// seconds instead of minutes. Their expressions and limits stay as they are.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOnPath, installPrograms } from '#scripts/testing/programs.ts';
import { runProgram } from '#scripts/testing/run-program.ts';
import { eventually } from '#server/testing/eventually.ts';
import { findFreePorts } from '#server/testing/find-free-ports.ts';

export interface RunningPrometheus extends AsyncDisposable {
  listFiring(): Promise<string[]>;
  /** Returns the seconds that it took. */
  untilFiring(alert: string): Promise<number>;
  untilEnded(alert: string): Promise<number>;
}

export interface PrometheusOptions {
  /** Hosts and ports of nodes, such as `127.0.0.1:8080`. */
  readonly targets: readonly string[];
  readonly rules?: string;
}

const rulesFile = join(import.meta.dirname, '../../ops/alerts.yml');
/** Longer than a node takes to answer while its database is away. */
const scrapeSeconds = 4;
const pendingSeconds = 5;
/** Long enough for several scrapes, short enough to wait for the end of an alert. */
const windowSeconds = 90;
const timeoutMs = 300_000;

export async function startPrometheus({ targets, rules = rulesFile }: PrometheusOptions): Promise<RunningPrometheus> {
  const program = await findPrometheus();
  const folder = mkdtempSync(join(tmpdir(), 'fxid-prometheus-'));
  const [port] = await findFreePorts();
  writeFileSync(join(folder, 'alerts.yml'), shortenTimes(readFileSync(rules, 'utf8')));
  writeFileSync(join(folder, 'prometheus.yml'), writeSettings(targets));
  mkdirSync(join(folder, 'data'));
  let printed = '';
  const child = spawn(
    program,
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=warn',
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += String(chunk)));
  const exited = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
  const listFiring = async (): Promise<string[]> => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/alerts`);
    const { data } = (await response.json()) as {
      data: { alerts: { state: string; labels: { alertname: string } }[] };
    };
    return data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
  };
  const wait = async (alert: string, isFiring: boolean): Promise<number> => {
    const startedMs = performance.now();
    await eventually(async () => (await listFiring()).includes(alert) === isFiring, timeoutMs);
    return Math.round((performance.now() - startedMs) / 1000);
  };
  const prometheus: RunningPrometheus = {
    listFiring,
    untilFiring: (alert) => wait(alert, true),
    untilEnded: (alert) => wait(alert, false),
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    await eventually(async () => {
      if (child.exitCode !== null) return 'ended';
      return (await fetch(`http://127.0.0.1:${port}/-/ready`)).ok;
    });
    if (child.exitCode !== null) throw new Error(`Prometheus ended. It printed:\n${printed}`);
  } catch (error) {
    await prometheus[Symbol.asyncDispose]();
    throw error;
  }
  return prometheus;
}

/** Checks the rules as operators use them. */
export async function checkRules(): Promise<string> {
  await findPrometheus();
  const { ok, output } = await runProgram(findOnPath('promtool') ?? 'promtool', ['check', 'rules', rulesFile]);
  if (!ok) throw new Error(output);
  return /(\d+ rules) found/.exec(output)?.[1] ?? output;
}

async function findPrometheus(): Promise<string> {
  const missing = await installPrograms(['prometheus']);
  const program = findOnPath('prometheus');
  if (program === undefined) throw new Error(`Prometheus is missing. ${missing}`);
  return program;
}

const shortenTimes = (rules: string): string =>
  rules.replaceAll(/for: \d+[mh]$/gm, `for: ${pendingSeconds}s`).replaceAll(/\[\d+m\]/g, `[${windowSeconds}s]`);

const writeSettings = (targets: readonly string[]): string =>
  JSON.stringify({
    global: {
      scrape_interval: `${scrapeSeconds}s`,
      scrape_timeout: `${scrapeSeconds}s`,
      evaluation_interval: '1s',
    },
    rule_files: ['alerts.yml'],
    scrape_configs: [{ job_name: 'fxid', static_configs: [{ targets }] }],
  });
