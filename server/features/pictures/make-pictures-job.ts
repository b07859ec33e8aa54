// Makes missing pictures every ten minutes, with a limit per run.
import type { Log } from '#server/db/log.ts';
import type { JobDefinition } from '#server/jobs/define-job.ts';
import { defineRecurringJob } from '#server/jobs/define-recurring-job.ts';
import type { JobQueue } from '#server/jobs/jobs.ts';
import { listDuePictures } from './list-due-pictures.ts';
import { makePicture, type MakePictureDeps } from './make-picture.ts';
import { prunePictures } from './prune-pictures.ts';

/** Each takes about a second. */
const maxInRun = 100;

export function defineMakePicturesJob({
  log,
  now,
  jobs,
  ...parts
}: MakePictureDeps & { readonly log: Log; readonly now: () => Date; readonly jobs: JobQueue }): JobDefinition {
  const { database } = parts;
  return defineRecurringJob({
    name: 'make-pictures',
    everyMs: 600_000,
    leaseSeconds: 500,
    database,
    jobs,
    now,
    run: async ({ signal }) => {
      const due = await listDuePictures(database);
      for (const each of due.slice(0, maxInRun)) {
        if (signal.aborted) return;
        const made = await makePicture(parts, each);
        const { game, source } = each;
        if (made.outcome === 'refused') log.warn({ game, source, fault: made.fault }, 'Making a picture failed.');
      }
      const pruned = await prunePictures(database, parts.pictureFiles, now());
      if (due.length + pruned > 0) log.info({ due: due.length, pruned }, 'Pictures were made.');
    },
  });
}
