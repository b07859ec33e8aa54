// Runs the process from start to exit: reports the steps, waits for a signal, stops once and within the time limit.
//
// One stop may arrive as several signals: from the service manager to the process group, and again through npm. So
// signals within a second count as one. A second signal later only reports what the stop waits for. A third one, or a
// second one during a slow stop, exits at once.
import cluster from 'node:cluster';
import process from 'node:process';
import { readConfig, type Config } from './config.ts';
import { ConfigError } from './environment-reader.ts';
import { adaptCommandNames } from './adapt-command-names.ts';
import { createLog, type Log } from './http/log.ts';
import { startServer, type StartOptions } from './start-server.ts';
import { describeActiveSpan } from './tracing/tracing.ts';
import { startPrimary } from './workers/start-primary.ts';
import { openWorkerLink } from './workers/worker-link.ts';

// The longest that a stop may take besides the drain: the sum of the limits for requests, jobs and the database.
const stopMs = 25_000;
const sameSignalMs = 1000;
const forcedStopMs = 10_000;
// As sysexits.h names it: an internal software error.
const keepEndingCode = 70;

export async function runUntilSignal(
  options: (
    config: Config,
  ) => Promise<Pick<StartOptions, 'portalFolder' | 'sdkFolder' | 'gameFolders' | 'prepare' | 'lab'>>,
  /** Command-line options of the lab, which override the environment. */
  override: (config: Config) => Partial<Config> = () => ({}),
): Promise<void> {
  let log: Log | undefined;
  try {
    const read = readConfig(process.env);
    const config: Config = { ...read, ...override(read) };
    const worker = cluster.isWorker ? await openWorkerLink() : undefined;
    log = createLog({
      level: config.logLevel,
      base: {
        node: config.nodeName,
        build: config.build,
        ...(worker && { worker: String(worker.role.number) }),
      },
      isShared: config.workers > 1,
      describeContext: config.tracing && describeActiveSpan,
    });
    // The primary process reports the steps for its workers.
    const say = worker ? () => undefined : createReporter(config, log);
    const drainMs = config.drainSeconds * 1000;
    const stopRequested = worker ? ignoreSignals(worker.stopped) : firstSignal(say, drainMs);
    const ownNow = (): Date => new Date();
    const server =
      config.workers > 1 && !worker
        ? await startPrimary({ config, log, ownNow, step: say })
        : await startServer({ config, log, ownNow, step: say, worker, ...(await options(config)) });
    await worker?.reportReady();
    say(`Portal ready at ${config.publicUrl.origin}`);
    const failure = await Promise.race([stopRequested, 'failed' in server ? server.failed : never]).catch(
      (error: unknown) => error,
    );
    say('Stopping');
    // If the stop hangs, the process exits anyway.
    setTimeout(() => process.exit(1), stopMs + drainMs).unref();
    await server.stop().catch((error: unknown) => fail(error, log, 'The server did not stop cleanly.'));
    if (failure !== undefined) fail(failure, log, 'The workers keep ending.', keepEndingCode);
    say('Stopped');
    process.exit(0);
  } catch (error) {
    fail(error, log);
  }
}

const never = new Promise<never>(() => undefined);

/** A terminal and some service managers signal all processes of a group; the primary process decides for all. */
function ignoreSignals(stopped: Promise<void>): Promise<void> {
  const ignore = (): void => undefined;
  process.on('SIGINT', ignore).on('SIGTERM', ignore);
  return stopped;
}

function createReporter(config: Config, log: Log): (text: string) => void {
  if (config.production) return (text) => log.info(text);
  return (text) => process.stdout.write(`${text}\n`);
}

function firstSignal(say: (text: string) => void, drainMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let signals = 0;
  let firstMs = 0;
  let lastMs = 0;
  const onSignal = (): void => {
    const nowMs = performance.now();
    if (signals > 0 && nowMs - lastMs < sameSignalMs) return;
    lastMs = nowMs;
    signals += 1;
    if (signals === 1) {
      firstMs = nowMs;
      resolve();
    } else if (signals > 2 || nowMs - firstMs > forcedStopMs + drainMs) {
      process.exit(130);
    } else {
      say('Still stopping: finishing open requests. Send the signal again to stop immediately.');
    }
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  return promise;
}

function fail(error: unknown, log?: Log, what = 'The server could not start.', code = 1): never {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`\n${what} ${adaptCommandNames(message)}\n`);
  if (!(error instanceof ConfigError)) log?.error({ err: error }, what);
  process.exit(code);
}
