// Starts a lab for each test file: the full server with the demo, on free ports, in a temporary folder.
import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { findFreePorts } from '#server/testing/find-free-ports.ts';
import { findLabProgram } from '#server/testing/find-lab-program.ts';
import { copyLabFolder } from './lab-folder.ts';

export interface LabServer {
  readonly url: string;
  readonly gamesPort: number;
  readonly dataDir: string;
  readonly tokens: Readonly<Record<string, string>>;
  /** Keys of the demo games' servers, by the game's name. */
  readonly gameKeys: Readonly<Record<string, string>>;
  output(): string;
}

export const test = base.extend<{ lostRequests: void }, { labEnv: Readonly<Record<string, string>>; lab: LabServer }>({
  // The service worker caches the whole portal in every new browser, which takes longer than most tests. Only test
  // files about the worker, or about the addresses it sees, allow it.
  serviceWorkers: 'block',
  /** Attaches failed requests of the browser to a failed test. */
  lostRequests: [
    async ({ context }, use, info) => {
      const lost: string[] = [];
      context.on('requestfailed', (request) =>
        lost.push(`${request.method()} ${request.url()} ${request.failure()?.errorText ?? ''}`),
      );
      await use();
      if (info.status !== info.expectedStatus && lost.length > 0)
        await info.attach('requests that failed', { body: lost.join('\n'), contentType: 'text/plain' });
    },
    { auto: true },
  ],
  /** Additional settings of the server for a test file: `test.use({ labEnv: { GAME: 'gem-miner' } })`. */
  labEnv: [{}, { option: true, scope: 'worker' }],
  lab: [
    async ({ labEnv }, use) => {
      await using lab = await openLab(labEnv);
      await use(lab);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

/** A second lab, shared by files that need these settings and by files whose data other tests should not see. */
export const separateLabSettings = {
  // A header sets the caller's address, so that tests can use several networks.
  TRUSTED_PROXIES: '1',
  LOG_LEVEL: 'debug',
};

export { expect } from '@playwright/test';

export async function openLab(settings: Readonly<Record<string, string>> = {}): Promise<LabServer & AsyncDisposable> {
  await using parts = new AsyncDisposableStack();
  const dataDir = await copyLabFolder();
  parts.defer(() => rm(dataDir, { recursive: true, force: true }));
  const { url, gamesPort, output, stop } = await runLab(dataDir, settings);
  parts.defer(stop);
  const tokens = await readTexts(join(dataDir, 'demo-players.json'));
  const gameKeys = await readTexts(join(dataDir, 'demo-game-keys.json'));
  const running = parts.move();
  const close = (): Promise<void> => running.disposeAsync();
  return { url, gamesPort, output, dataDir, tokens, gameKeys, [Symbol.asyncDispose]: close };
}

/** Runs a lab until it is stopped; keeps its folder. */
export async function runLab(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<
  Pick<LabServer, 'url' | 'gamesPort'> & { readonly output: () => string; readonly stop: () => Promise<void> }
> {
  const [port, gamesPort] = await findFreePorts();
  const places = { PORT: String(port), GAMES_PORT: String(gamesPort), DATA_DIR: dataDir, ...settings };
  const { child, ready, output } = startLab(places);
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await new Promise<void>((resolve) => (child.exitCode === null ? child.once('exit', () => resolve()) : resolve()));
  };
  try {
    await ready;
    return { url: `http://localhost:${places.PORT}`, gamesPort: Number(places.GAMES_PORT), output, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function readTexts(file: string): Promise<Readonly<Record<string, string>>> {
  return JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
}

function startLab(env: Record<string, string>) {
  const child = spawn(process.execPath, ['--disable-proto=delete', findLabProgram()], {
    env: { ...process.env, NODE_ENV: 'development', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ready = new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      if (output.includes('Portal ready at ')) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`The lab ended with ${code} before it was ready:\n${output}`)));
    setTimeout(() => reject(new Error(`The lab was not ready within 110 s:\n${output}`)), 110_000).unref();
  });
  return { child, ready, output: () => output };
}
