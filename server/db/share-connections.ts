/** Divides a node's connections (DATABASE_POOL) among their uses. The sum never exceeds the setting. */
export interface ConnectionShares {
  readonly requests: number;
  readonly jobs: number;
}

/** One listens for signals of other nodes, one for the queue's, and one writes analytics events. */
const reserved = 3;
const maxForJobs = 4;

export const minDatabasePoolSize = 6;

export function divideConnections(total: number): ConnectionShares {
  const jobs = Math.min(maxForJobs, Math.max(1, Math.floor((total - reserved) / 3)));
  return { requests: total - reserved - jobs, jobs };
}
