import type { Static, TSchema } from 'typebox';

export interface JobContext {
  id: string;
  attempt: number;
  /** Aborted when the lease expires or the server stops: stop working, the job will run again. */
  signal: AbortSignal;
}

export interface JobDefinition<Schema extends TSchema = TSchema> {
  name: string;
  schema: Schema;
  /** Retries after the first failure, before the job is moved to the dead-letter queue. */
  retryLimit: number;
  /** Delays double from the first to the maximum, with jitter. */
  backoff: { firstSeconds: number; maxSeconds: number };
  leaseSeconds: number;
  concurrency: number;
  run(data: Static<Schema>, run: JobContext): Promise<void>;
  /** For a recurring job: queues the next run, once for all nodes. */
  schedule?(): Promise<void>;
}

export type JobDeclaration<Schema extends TSchema> = Pick<JobDefinition<Schema>, 'name' | 'schema' | 'run'> &
  Partial<Pick<JobDefinition<Schema>, 'retryLimit' | 'backoff' | 'leaseSeconds' | 'concurrency' | 'schedule'>>;

/**
 * Declares a job. It runs at least once, on any node, after the sending transaction has committed: `run` must be
 * idempotent.
 */
export function defineJob<const Schema extends TSchema>(declaration: JobDeclaration<Schema>): JobDefinition<Schema> {
  if (!/^[a-z][a-z0-9-]{0,40}$/.test(declaration.name)) {
    throw new Error(`The job name "${declaration.name}" must be lower-case words with hyphens, 41 characters at most.`);
  }
  return {
    retryLimit: 10,
    backoff: { firstSeconds: 2, maxSeconds: 3600 },
    leaseSeconds: 60,
    concurrency: 2,
    ...declaration,
  };
}
