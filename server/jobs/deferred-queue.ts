import type { JobQueue } from './jobs.ts';

/** A queue for features, which are created before the jobs start because they define some of them. */
export interface DeferredQueue extends JobQueue {
  /** Call it after startJobs and before anything is sent. */
  start(jobs: JobQueue): void;
}

export function createDeferredQueue(): DeferredQueue {
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
