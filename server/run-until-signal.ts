// From the start of the process to its end: says what it is doing, waits for a signal, stops once and in time.
import process from 'node:process';
import { ConfigError, readConfig, type Config } from './config.ts';
import { createLog, type Log } from './http/log.ts';
import { startServer, type StartOptions } from './start-server.ts';

// The sum of what stopping may take in the worst case: requests, jobs and the database, each with its own end.
const stopMs = 25_000;

export async function runUntilSignal(
  options: (
    config: Config,
  ) => Promise<Pick<StartOptions, 'portalFolder' | 'sdkFolder' | 'gameFolders' | 'prepare' | 'lab'>>,
): Promise<void> {
  let log: Log | undefined;
  try {
    const config = readConfig(process.env);
    log = createLog({ level: config.logLevel, base: { node: config.nodeName, build: config.build } });
    const say = speaker(config, log);
    const signal = nextSignal();
    const server = await startServer({ config, log, step: say, ...(await options(config)) });
    say(`Portal ready at ${config.publicUrl.origin}`);
    await signal;
    say('Stopping');
    // A second signal, or a stop that hangs, ends the process all the same.
    void nextSignal().then(() => process.exit(130));
    setTimeout(() => process.exit(1), stopMs).unref();
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

function nextSignal(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  process.once('SIGINT', () => resolve());
  process.once('SIGTERM', () => resolve());
  return promise;
}

function fail(error: unknown, log?: Log, what = 'The server could not start.'): never {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`\n${what} ${message}\n`);
  if (!(error instanceof ConfigError)) log?.error({ err: error }, what);
  process.exit(1);
}
