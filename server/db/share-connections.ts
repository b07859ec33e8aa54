// Divides a node's connections (DATABASE_POOL) among its worker processes and their uses. The sum never exceeds the
// setting.
export interface ConnectionShares {
  /** For requests, in each worker. */
  readonly requests: number;
  /** For jobs, in the one worker that runs them. */
  readonly jobs: number;
}

/**
 * In each worker one connection listens for signals and one writes analytics events. The third listens for jobs, or
 * reads the list of queues in a worker that only sends jobs.
 */
const reservedPerWorker = 3;
const minRequestsPerWorker = 2;
const maxForJobs = 4;

export const minDatabasePoolSize = computeMinPoolSize(1);

export function divideConnections(total: number, workers = 1): ConnectionShares {
  const free = total - reservedPerWorker * workers;
  const jobs = Math.min(maxForJobs, Math.max(1, Math.floor(free / 3)), free - minRequestsPerWorker * workers);
  return { requests: Math.floor((free - jobs) / workers), jobs };
}

export function computeMinPoolSize(workers: number): number {
  return (reservedPerWorker + minRequestsPerWorker) * workers + 1;
}

export const computeMaxWorkers = (total: number): number =>
  Math.floor((total - 1) / (reservedPerWorker + minRequestsPerWorker));

/** Stays below the 100 connections that PostgreSQL allows by default, unless more workers need them. */
export const computeDefaultPoolSize = (workers: number): number =>
  Math.max(17, Math.min(8 * workers + maxForJobs, 90), computeMinPoolSize(workers));
