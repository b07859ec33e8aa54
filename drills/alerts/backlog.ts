// Queues more mails than a node without a mail server can send.
import { sql } from 'kysely';
import { Type } from 'typebox';
import type { ConnectionOptions } from '#server/db/connection-options.ts';
import { openDatabase } from '#server/db/database.ts';
import type { Log } from '#server/http/log.ts';
import { defineJob } from '#server/jobs/define-job.ts';
import { startJobs } from '#server/jobs/jobs.ts';

export interface Backlog {
  /** Starts adding jobs, until `empty` or `close`. */
  grow(): void;
  empty(): Promise<void>;
  close(): Promise<void>;
}

const name = 'mail';
const firstJobs = 1200;
const everyMs = 1000;
const jobsPerTurn = 40;

export async function openBacklog(connection: ConnectionOptions, log: Log): Promise<Backlog> {
  const database = openDatabase(connection, { log, poolSize: 1 });
  // The node can't decrypt them: they are retried, like mails that a mail server doesn't take.
  const definition = defineJob({ name, schema: Type.Object({ sealed: Type.String() }), run: async () => undefined });
  const jobs = await startJobs(connection, { definitions: [definition], log, poolSize: 1, onlySends: true });
  let adding: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const add = (count: number): void => {
    adding = adding.then(() =>
      database.transaction(async (trx) => {
        for (let at = 0; at < count; at += 1) await jobs.send(trx, definition, { sealed: 'of another portal' });
      }),
    );
  };
  const stopAdding = async (): Promise<void> => {
    clearInterval(timer);
    await adding;
  };
  return {
    grow: () => {
      add(firstJobs);
      timer = setInterval(() => add(jobsPerTurn), everyMs);
    },
    empty: async () => {
      await stopAdding();
      await sql`delete from pgboss.job where name like ${`${name}%`}`.execute(database.kysely);
    },
    close: async () => {
      await stopAdding();
      await jobs.stop();
      await database.close();
    },
  };
}
