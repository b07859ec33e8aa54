import type { JobQueue } from './jobs.ts';

/** For features, which are created before the jobs are started because they define some of them. */
export interface LateQueue extends JobQueue {
  /** To be called after startJobs and before anything is sent. */
  start(jobs: JobQueue): void;
}

export function createLateQueue(): LateQueue {
  let started: JobQueue | undefined;
  return {
    start: (jobs) => {
      started = jobs;
    },
    send: async (...job) => {
      if (!started) throw new Error('A job was sent before the jobs were started. Call start(jobs) first.');
      return started.send(...job);
    },
  };
}
