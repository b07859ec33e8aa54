import type { Jobs } from './jobs.ts';

/** For parts that are made before the jobs are started, because some of the jobs are theirs. */
export interface LateQueue extends Pick<Jobs, 'send'> {
  /** To be called after startJobs and before anything is sent. */
  start(jobs: Pick<Jobs, 'send'>): void;
}

export function createLateQueue(): LateQueue {
  let started: Pick<Jobs, 'send'> | undefined;
  return {
    start: (jobs) => {
      started = jobs;
    },
    send: (...job) => {
      if (!started) throw new Error('A job was sent before the jobs were started. Call start(jobs) first.');
      return started.send(...job);
    },
  };
}
