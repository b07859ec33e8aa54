/** Divides a node's connections (DATABASE_POOL) among their uses. The sum never exceeds the setting. */
export interface ConnectionShares {
  readonly requests: number;
  readonly jobs: number;
}

/** One listens for signals of other nodes, one for the queue's. */
const listeners = 2;
const maxForJobs = 4;

export const minDatabasePoolSize = 5;

export function divideConnections(total: number): ConnectionShares {
  const jobs = Math.min(maxForJobs, Math.max(1, Math.floor((total - listeners) / 3)));
  return { requests: total - listeners - jobs, jobs };
}
