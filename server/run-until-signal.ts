// From the start of the process to its end: says what it is doing, waits for a signal, stops once and in time.
import process from 'node:process';
import { ConfigError, readConfig, type Config } from './config.ts';
import { createLog, type Log } from './http/log.ts';
import { startServer, type StartOptions } from './start-server.ts';

const stopMs = 15_000;

export async function runUntilSignal(
  options: (config: Config) => Promise<Pick<StartOptions, 'portalFolder' | 'gameFolders' | 'prepare'>>,
): Promise<void> {
  let log: Log | undefined;
  try {
    const config = readConfig(process.env);
    log = createLog({ level: config.logLevel });
    const say = speaker(config, log);
    const signal = nextSignal();
    const server = await startServer({ config, log, step: say, ...(await options(config)) });
    say(`Portal ready at ${config.publicUrl.origin}`);
    await signal;
    say('Stopping');
    // A second signal, or a stop that hangs, ends the process all the same.
    nextSignal().then(() => process.exit(130), fail);
    setTimeout(() => process.exit(1), stopMs).unref();
    await server.stop();
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

function fail(error: unknown, log?: Log): never {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`\nThe server could not start. ${message}\n`);
  if (!(error instanceof ConfigError)) log?.error({ err: error }, 'The server could not start.');
  process.exit(1);
}
