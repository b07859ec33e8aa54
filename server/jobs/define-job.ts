import type { Static, TSchema } from 'typebox';

/** What a job's `run` gets besides its data. */
export interface JobRun {
  id: string;
  /** 1 at the first try. */
  attempt: number;
  /** Fires when the lease has run out or the server stops: give up, the job will be run again. */
  signal: AbortSignal;
}

export interface JobDefinition<Schema extends TSchema = TSchema> {
  name: string;
  schema: Schema;
  /** How often it is tried again after the first failure, before it goes to the dead ones. */
  retryLimit: number;
  /** Pauses double from the first to the longest, with jitter. */
  backoff: { firstSeconds: number; maxSeconds: number };
  /** The longest one try may take. */
  leaseSeconds: number;
  /** How many run at the same time on one node. */
  concurrency: number;
  run(data: Static<Schema>, run: JobRun): Promise<void>;
  /** Of a recurring job: sends the next run, once for all nodes. */
  schedule?(): Promise<void>;
}

export type JobDeclaration<Schema extends TSchema> = Pick<JobDefinition<Schema>, 'name' | 'schema' | 'run'> &
  Partial<Pick<JobDefinition<Schema>, 'retryLimit' | 'backoff' | 'leaseSeconds' | 'concurrency' | 'schedule'>>;

/**
 * Declares a job. It runs at least once, on any node, after the transaction that sent it has committed: `run` must bear
 * being run twice.
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
