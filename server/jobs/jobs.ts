// Outbox and job runner. Every effect outside the database (a mail, a provider call, a game's event) is a job, written
// in the same transaction as its cause: both happen or neither.
//
// One worker takes a job (SKIP LOCKED) and holds a lease with heartbeats. If the node dies, the heartbeat stops and
// another worker gets the job. A failing job is retried with growing delays and finally moved to the dead-letter queue,
// where an operator can read and replay it.
import { createHash } from 'node:crypto';
import { PgBoss, type JobWithMetadata, type WipData } from 'pg-boss';
import type { Static, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import type { ConnectionOptions } from '#server/db/connection-options.ts';
import { defaultSessionTimeouts, databaseTimeouts } from '#server/db/database.ts';
import { runPrepared } from '#server/db/define-statement.ts';
import { StatementBatch, type WriteTarget } from '#server/db/statement-batch.ts';
import { preventUnhandledClientErrors } from '#server/db/prevent-unhandled-client-errors.ts';
import { buildSessionTimeoutsOption } from '#server/db/session-timeouts.ts';
import type { Log } from '#server/db/log.ts';
import { activeSpan, classifyError, formatTraceparent, type Tracing } from '#server/tracing/tracing.ts';
import type { JobDefinition } from './define-job.ts';
import { installJobsSchema, jobsSchemaName } from './install-jobs-schema.ts';

export interface JobSendOptions {
  startAfter?: Date;
  /** A second job with the same key is ignored, until a week after the first has ended. */
  key?: string;
}

export interface DeadJob {
  id: string;
  job: string;
  data: unknown;
  error: unknown;
  diedAt: Date;
}

export interface Jobs {
  /**
   * Writes the job inside the caller's transaction. Returns its id, or undefined if the key was used before or a batch
   * will write it.
   */
  send<Schema extends TSchema>(
    target: WriteTarget,
    job: JobDefinition<Schema>,
    data: Static<Schema>,
    options?: JobSendOptions,
  ): Promise<string | undefined>;
  work(): Promise<void>;
  /** Whether every job has a worker on this node that polls or works. The queue uses this machine's clock. */
  isWorking(ownNow: Date): boolean;
  listDead(jobName: string): Promise<DeadJob[]>;
  replayDead(jobName: string, ids?: string[]): Promise<number>;
  /** Accepts no new jobs, waits for the running ones up to the timeout, and returns the rest to the queue. */
  stop(options?: { timeoutMs?: number }): Promise<void>;
}

export type JobQueue = Pick<Jobs, 'send'>;

export interface JobsOptions {
  definitions: readonly JobDefinition[];
  log: Log;
  poolSize?: number;
  /** Another process of this node runs the jobs: this one neither listens for them nor maintains the queue. */
  onlySends?: boolean;
  tracing?: Tracing | undefined;
}

export async function startJobs(connection: ConnectionOptions, options: JobsOptions): Promise<Jobs> {
  const { definitions, log, tracing } = options;
  const byName = new Map(definitions.map((definition) => [definition.name, definition]));
  if (byName.size < definitions.length) throw new Error('Two jobs have the same name. Names of jobs must be unique.');
  await installJobsSchema(connection, log);
  const boss = openQueue(connection, options);
  try {
    await boss.start();
    for (const definition of definitions) await createQueues(boss, definition);
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
  const known = (name: string): JobDefinition => {
    const definition = byName.get(name);
    if (definition === undefined) throw new Error(`There is no job "${name}". Add it to the list given to startJobs.`);
    return definition;
  };

  return {
    send: async (target, job, data, { startAfter, key } = {}) => {
      known(job.name);
      checkData(job, data, 'sent');
      // A delayed job starts its own trace; recurring ones would continue the same one forever.
      const traceparent = tracing && !startAfter ? formatTraceparent() : undefined;
      const stored = traceparent === undefined ? (data as object) : { ...(data as object), traceparent };
      const id = await boss.send(job.name, stored, {
        // pg-boss generates one long statement per job type.
        db: { executeSql: async (text, values = []) => ({ rows: await insertJob(target, text, values) }) },
        ...(startAfter && { startAfter }),
        ...(key !== undefined && { id: idOf(job.name, key) }),
      });
      return id ?? undefined;
    },
    work: async () => {
      for (const definition of definitions) await definition.schedule?.();
      for (const definition of definitions) {
        for (let worker = 0; worker < definition.concurrency; worker++)
          await startWorker(boss, definition, { log, tracing });
      }
    },
    isWorking: (ownNow) => {
      const alive = boss.getWipData().filter((worker) => isAlive(worker, ownNow));
      return definitions.every(({ name }) => alive.some((worker) => worker.name === name));
    },
    listDead: async (jobName) => {
      const dead = await boss.findJobs(deadQueue(known(jobName).name), { queued: true });
      return dead.map((job) => ({
        id: job.id,
        job: jobName,
        data: job.data,
        error: job.sourceOutput,
        diedAt: job.createdOn,
      }));
    },
    replayDead: (jobName, ids) =>
      boss.redrive(deadQueue(known(jobName).name), { destination: jobName, ...(ids && { ids }) }),
    stop: ({ timeoutMs = 8000 } = {}) => boss.stop({ graceful: true, timeout: timeoutMs }),
  };
}

const weekSeconds = 7 * 24 * 3600;
// pg-boss's minimum. A dead node is noticed after this plus one supervision interval.
const heartbeatSeconds = 10;
const superviseSeconds = 5;
// NOTIFY wakes workers up. Polling is for delayed jobs (retries, startAfter) and lost wake-ups.
const pollSeconds = 2;

// Several polling intervals: longer than a database restart.
const maxSilenceMs = 15_000;

/** Working on a job, limited by its lease, or has polled recently. */
const isAlive = ({ state, count, lastFetchedOn, createdOn }: WipData, ownNow: Date): boolean =>
  state === 'active' && (count > 0 || ownNow.getTime() - (lastFetchedOn ?? createdOn) < maxSilenceMs);

const deadQueue = (name: string): string => `${name}.dead`;

function openQueue(connection: ConnectionOptions, { poolSize = 4, onlySends = false, log }: JobsOptions): PgBoss {
  preventUnhandledClientErrors();
  const boss = new PgBoss({
    connectionTimeoutMillis: databaseTimeouts.connectionTimeoutMillis,
    ...connection,
    schema: jobsSchemaName,
    application_name: 'fxid-jobs',
    max: poolSize,
    // As everywhere, but the queue's maintenance (reindexing, deleting old jobs) may take longer than a request.
    ...buildSessionTimeoutsOption({ ...defaultSessionTimeouts, statement_timeout: 30_000 }),
    useListenNotify: !onlySends,
    supervise: !onlySends,
    // pg-boss's cron schedules are not used.
    schedule: false,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'The job queue had an error; it continues.'));
  boss.on('warning', (warning) => log.warn({ warning }, 'The job queue sent a warning.'));
  return boss;
}

async function createQueues(boss: PgBoss, definition: JobDefinition): Promise<void> {
  const { name, retryLimit, backoff, leaseSeconds } = definition;
  const kept = { retentionSeconds: 365 * 24 * 3600 };
  await boss.createQueue(deadQueue(name), { ...kept, retryLimit: 0 });
  const settings = {
    ...kept,
    deleteAfterSeconds: weekSeconds,
    retryLimit,
    retryDelay: backoff.firstSeconds,
    retryBackoff: true,
    retryDelayMax: backoff.maxSeconds,
    expireInSeconds: leaseSeconds,
    heartbeatSeconds,
    deadLetter: deadQueue(name),
    notify: true,
  };
  await boss.createQueue(name, settings);
  // The queue may have been created by an older version with other settings.
  await boss.updateQueue(name, settings);
}

async function startWorker(boss: PgBoss, definition: JobDefinition, context: RunContext): Promise<void> {
  const { name } = definition;
  const options = {
    includeMetadata: true,
    batchSize: 1,
    pollingIntervalSeconds: pollSeconds,
    notifyPollingIntervalSeconds: pollSeconds,
  } as const;
  const workerId: string = await boss.work<object, void, typeof options>(name, options, async (batch) => {
    for (const job of batch) await runJob(definition, job, context);
    // Fetch again at once: one wake-up may stand for many jobs.
    boss.notifyWorker(workerId);
  });
}

type RunContext = Pick<JobsOptions, 'log' | 'tracing'>;

/** The trace is continued even if this node sends none: the data must fit its schema. */
async function runJob(definition: JobDefinition, job: JobWithMetadata, context: RunContext): Promise<void> {
  const { traceparent, ...data } = job.data as { readonly traceparent?: string };
  const { tracing } = context;
  if (!tracing) return attemptJob(definition, { ...job, data }, context);
  const attributes = {
    'messaging.system': 'pg-boss',
    'messaging.destination.name': definition.name,
    'messaging.message.id': job.id,
    'fxid.job.attempt': job.retryCount + 1,
  };
  const span = tracing.start({ name: `process ${definition.name}`, kind: 'consumer', attributes }, traceparent);
  try {
    await activeSpan.run(span, () => attemptJob(definition, { ...job, data }, context));
  } catch (error) {
    tracing.markFailed(span, classifyError(error));
    throw error;
  } finally {
    span.end();
  }
}

async function attemptJob(definition: JobDefinition, job: JobWithMetadata, { log }: RunContext): Promise<void> {
  const attempt = job.retryCount + 1;
  try {
    checkData(definition, job.data, 'stored');
    await definition.run(job.data, { id: job.id, attempt, signal: job.signal });
  } catch (error) {
    const last = attempt > job.retryLimit;
    log[last ? 'error' : 'warn'](
      { err: error, job: definition.name, jobId: job.id, attempt },
      last ? 'A job failed for the last time.' : 'A job failed and will be tried again.',
    );
    throw error;
  }
}

async function insertJob(target: WriteTarget, text: string, values: readonly unknown[]): Promise<object[]> {
  if (!(target instanceof StatementBatch)) return runPrepared<object>(target, text, values);
  target.addText(text, values);
  return [{ id: undefined }];
}

// Data is validated in the sending transaction, so compiled schemas are cached.
const compiledSchemas = new WeakMap<TSchema, Validator>();

function checkData(definition: JobDefinition, data: unknown, moment: 'sent' | 'stored'): void {
  const compiled = compiledSchemas.get(definition.schema) ?? Compile(definition.schema);
  compiledSchemas.set(definition.schema, compiled);
  if (compiled.Check(data)) return;
  const [first] = compiled.Errors(data);
  // The value may be personal data: only the path and the rule are named.
  throw new TypeError(
    `The data ${moment} for the job "${definition.name}" does not fit: ${first?.instancePath || '/'} ${first?.message}.`,
  );
}

// The key is hashed into the job's id, which is unique: the insert decides which of two equal sends wins.
function idOf(name: string, key: string): string {
  const hex = createHash('sha256').update(`${name}\n${key}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
