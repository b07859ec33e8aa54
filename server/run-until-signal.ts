// From the start of the process to its end: says what it is doing, waits for a signal, stops once and in time.
//
// One wish to stop may come as several signals: from a service manager to the whole group and from npm and the starter once more.
// So signals close together are one, a second one later on only says what is being waited for, and what runs is finished all the same.
// A third ends the process at once, and so does one that comes when a stop has already taken long.
import process from 'node:process';
import { readConfig, type Config } from './config.ts';
import { ConfigError } from './settings-reader.ts';
import { nameCommands } from './name-commands.ts';
import { createLog, type Log } from './http/log.ts';
import { startServer, type StartOptions } from './start-server.ts';

// The sum of what stopping may take in the worst case besides the drain: requests, jobs and the database, each with its own end.
const stopMs = 25_000;
const sameWishMs = 1000;
const patienceMs = 10_000;

export async function runUntilSignal(
  options: (
    config: Config,
  ) => Promise<Pick<StartOptions, 'portalFolder' | 'sdkFolder' | 'gameFolders' | 'prepare' | 'lab'>>,
  /** What a laptop was told by its command line, over what the environment says. */
  override: (config: Config) => Partial<Config> = () => ({}),
): Promise<void> {
  let log: Log | undefined;
  try {
    const read = readConfig(process.env);
    const config: Config = { ...read, ...override(read) };
    log = createLog({ level: config.logLevel, base: { node: config.nodeName, build: config.build } });
    const say = speaker(config, log);
    const drainMs = config.drainSeconds * 1000;
    const signal = firstSignal(say, drainMs);
    const server = await startServer({ config, log, ownNow: () => new Date(), step: say, ...(await options(config)) });
    say(`Portal ready at ${config.publicUrl.origin}`);
    await signal;
    say('Stopping');
    // A stop that hangs ends the process all the same.
    setTimeout(() => process.exit(1), stopMs + drainMs).unref();
    await server.stop().catch((error: unknown) => fail(error, log, 'The server did not stop cleanly.'));
    say('Stopped');
    process.exit(0);
  } catch (error) {
    fail(error, log);
  }
}

/** On a laptop people read; in production everything on the output is a JSON line. */
function speaker(config: Config, log: Log): (text: string) => void {
  if (config.production) return (text) => log.info(text);
  return (text) => process.stdout.write(`${text}\n`);
}

/** Resolves with the first wish to stop, and ends the process with the third or with a late second one. */
function firstSignal(say: (text: string) => void, drainMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let wishes = 0;
  let firstMs = 0;
  let lastMs = 0;
  const hear = (): void => {
    const nowMs = performance.now();
    if (wishes > 0 && nowMs - lastMs < sameWishMs) return;
    lastMs = nowMs;
    wishes += 1;
    if (wishes === 1) {
      firstMs = nowMs;
      resolve();
    } else if (wishes > 2 || nowMs - firstMs > patienceMs + drainMs) {
      process.exit(130);
    } else {
      say('Still stopping: what runs is being finished. Once more ends it at once.');
    }
  };
  process.on('SIGINT', hear).on('SIGTERM', hear);
  return promise;
}

function fail(error: unknown, log?: Log, what = 'The server could not start.'): never {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`\n${what} ${nameCommands(message)}\n`);
  if (!(error instanceof ConfigError)) log?.error({ err: error }, what);
  process.exit(1);
}
