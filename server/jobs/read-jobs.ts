// Reads the queue's state for operators: counts for metrics and lines for the command. Read-only.
import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

/**
 * `waiting`: due, not started. `scheduled`: due later. `retrying`: failed, to be retried. `active`: running. `dead`:
 * failed finally.
 */
export const jobStates = ['waiting', 'scheduled', 'retrying', 'active', 'dead'] as const;
export type JobState = (typeof jobStates)[number];

export interface JobCount {
  readonly job: string;
  readonly state: JobState;
  readonly count: number;
  /** Age of the oldest job: since it was due (waiting), started (active) or created (retrying, dead). 0 for scheduled ones. */
  readonly oldestSeconds: number;
}

export interface ListedJob {
  readonly id: string;
  readonly job: string;
  readonly state: JobState;
  readonly ageSeconds: number;
  readonly tries: number;
  readonly error: string | null;
}

export async function countJobs(db: Kysely<Tables>): Promise<JobCount[]> {
  if (!(await hasQueue(db))) return [];
  const { rows } = await sql<JobCount>`
    select job, state, count(*)::int as count, max("ageSeconds")::float8 as "oldestSeconds" from (${unfinished}) unfinished
    group by job, state order by job, state`.execute(db);
  return rows;
}

export async function listJobs(
  db: Kysely<Tables>,
  { job, state, most }: { readonly job?: string | undefined; readonly state?: JobState | undefined; most: number },
): Promise<ListedJob[]> {
  if (!(await hasQueue(db))) return [];
  const { rows } = await sql<ListedJob>`
    select id, job, state, "ageSeconds"::float8 as "ageSeconds", tries, error from (${unfinished}) unfinished
    where (${job ?? null}::text is null or job = ${job ?? null}) and (${state ?? null}::text is null or state = ${state ?? null})
    order by "ageSeconds" desc limit ${most}`.execute(db);
  return rows;
}

export interface DeadJobInfo {
  readonly id: string;
  readonly job: string;
  readonly failedAt: Date;
  readonly tries: number;
  readonly error: string | null;
}

/** Newest first. Their data is not read: it may be personal or secret. */
export async function listDeadJobs(
  db: Kysely<Tables>,
  {
    job,
    before,
    limit,
  }: { readonly job?: string | undefined; readonly before?: string | undefined; readonly limit: number },
): Promise<DeadJobInfo[]> {
  if (!(await hasQueue(db))) return [];
  // With its names and `not blocked` the queue's own index leaves finished jobs out, which are many.
  const isDead = sql`state < 'active' and not blocked and ${
    job === undefined
      ? sql`name in (select q.name from pgboss.queue q where q.name like '%.dead')`
      : sql`name = ${`${job}.dead`}`
  }`;
  const older =
    before === undefined
      ? sql`true`
      : sql`(created_on, id) < (
          select last.created_on, last.id from pgboss.job last
          where last.name in (select q.name from pgboss.queue q where q.name like '%.dead') and last.id = ${before}::uuid)`;
  const { rows } = await sql<DeadJobInfo>`
    select id, left(name, -5) as job, created_on as "failedAt", coalesce(source_retry_count, 0) + 1 as tries,
      source_output ->> 'message' as error
    from pgboss.job
    where ${isDead} and ${older}
    order by created_on desc, id desc limit ${limit}`.execute(db);
  return rows;
}

export async function listJobNames(db: Kysely<Tables>): Promise<string[]> {
  if (!(await hasQueue(db))) return [];
  const { rows } = await sql<{ name: string }>`
    select name from pgboss.queue where name not like '%.dead' and left(name, 2) <> '__' order by name`.execute(db);
  return rows.map(({ name }) => name);
}

async function hasQueue(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass('pgboss.job') is not null as found`.execute(db);
  return rows[0]?.found === true;
}

const unfinished = sql`
  select id, regexp_replace(name, '[.]dead$', '') as job, kind.state,
    extract(epoch from greatest(now() - case kind.state
      when 'waiting' then start_after when 'scheduled' then now() when 'active' then started_on else created_on
    end, interval '0')) as "ageSeconds",
    coalesce(source_retry_count, retry_count) + case when kind.state in ('active', 'dead') then 1 else 0 end as tries,
    coalesce(source_output, output) ->> 'message' as error
  from pgboss.job, lateral (select case
    when name like '%.dead' then 'dead'
    when pgboss.job.state = 'active' then 'active'
    when pgboss.job.state = 'retry' then 'retrying'
    when start_after > now() then 'scheduled'
    else 'waiting' end as state) kind
  where pgboss.job.state <= 'active' and left(name, 2) <> '__'`;
