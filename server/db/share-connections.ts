/** How the connections of a node are shared out. The sum is what DATABASE_POOL says, and never more. */
export interface ConnectionShares {
  readonly requests: number;
  readonly jobs: number;
}

/** One hears the signals of other nodes, one those of the queue. */
const listeners = 2;
const maxForJobs = 4;

export const minConnections = 5;

export function shareConnections(total: number): ConnectionShares {
  const jobs = Math.min(maxForJobs, Math.max(1, Math.floor((total - listeners) / 3)));
  return { requests: total - listeners - jobs, jobs };
}
