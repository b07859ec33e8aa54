// Makes what is due: pictures of games that were put in before there were any, by content that is pushed, and those elsewhere.
// Every ten minutes on one node, some at a time, so that the next run goes on where this one ends.
import { object } from '#model/schema.ts';
import type { Log } from '#server/db/log.ts';
import { defineJob, type JobDefinition } from '#server/jobs/define-job.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { listDuePictures } from './list-due-pictures.ts';
import { makePicture, type PictureParts } from './make-picture.ts';
import { prunePictures } from './prune-pictures.ts';

const MakePicturesData = object({});
const everyMs = 600_000;
/** Each takes a second or so. */
const mostInRun = 100;

export interface MakePicturesJob {
  readonly definition: JobDefinition<typeof MakePicturesData>;
  /** Begins the chain. To be called on every node after startJobs and before it works. */
  start(jobs: Pick<Jobs, 'send'>): Promise<void>;
}

export function defineMakePicturesJob({
  log,
  now,
  ...parts
}: PictureParts & { readonly log: Log; readonly now: () => Date }): MakePicturesJob {
  const { database } = parts;
  let queue: Pick<Jobs, 'send'> | undefined;
  const sendFor = async (atMs: number): Promise<void> => {
    const jobs = queue;
    if (!jobs) throw new Error('The job that makes pictures was run before it was started. Call start(jobs) first.');
    const at = new Date(atMs);
    await database.transaction((trx) => jobs.send(trx, definition, {}, { startAfter: at, key: at.toISOString() }));
  };
  const thisTurn = (): number => Math.floor(now().getTime() / everyMs) * everyMs;
  const definition: JobDefinition<typeof MakePicturesData> = defineJob({
    name: 'make-pictures',
    schema: MakePicturesData,
    retryLimit: 3,
    leaseSeconds: 500,
    concurrency: 1,
    run: async (_, { signal }) => {
      await sendFor(thisTurn() + everyMs);
      const due = await listDuePictures(database);
      for (const each of due.slice(0, mostInRun)) {
        if (signal.aborted) return;
        const made = await makePicture(parts, each);
        const { game, source } = each;
        if (made.outcome === 'refused') log.warn({ game, source, fault: made.fault }, 'A picture could not be made.');
      }
      const pruned = await prunePictures(database, parts.dataDir, now());
      if (due.length + pruned > 0) log.info({ due: due.length, pruned }, 'Pictures were made.');
    },
  });
  return {
    definition,
    start: async (jobs) => {
      queue = jobs;
      await sendFor(thisTurn());
    },
  };
}
