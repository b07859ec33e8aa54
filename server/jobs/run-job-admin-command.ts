// Runs `npm run jobs`: shows pending and dead jobs, and requeues dead ones.
import { Value } from 'typebox/value';
import { uuid } from '#model/schema.ts';
import { nameCommandOperator } from '#server/db/name-command-operator.ts';
import { buildUsageError, readCommand, describeUsage, type SubcommandDefinitions } from '#server/db/read-command.ts';
import type { DatabaseCommandDeps } from '#server/db/run-database-command.ts';
import { recordCommand } from '#server/features/audit-log/audit-log.ts';
import { describeJobError } from './describe-job-error.ts';
import { countJobs, listJobNames, jobStates, listJobs, type JobState } from './read-jobs.ts';
import { discardDeadJobs, retryDeadJobs } from './retry-dead-jobs.ts';

type JobsArguments =
  | { readonly action: 'count' }
  | { readonly action: 'list'; readonly job: string | undefined; readonly state: JobState | undefined }
  | { readonly action: 'redrive' | 'discard'; readonly job: string; readonly id: string | undefined };

const forms = {
  count: { words: [], does: 'counts jobs by kind and state, with the age of the oldest' },
  list: {
    words: ['job?'],
    options: { state: jobStates.join(', ') },
    does: 'lists the 100 oldest with age, attempts and last error',
  },
  redrive: { words: ['job', 'id?'], does: 'retries dead jobs of a kind: one, or all' },
  discard: { words: ['job', 'id?'], does: 'deletes dead jobs of a kind for good: one, or all' },
} as const satisfies SubcommandDefinitions;

export function readJobAdminArguments(given: readonly string[]): JobsArguments {
  const asked = readCommand('jobs', forms, given);
  const refuse = (what: string): Error => buildUsageError(what, describeUsage('jobs', forms));
  switch (asked.action) {
    case 'count':
      return { action: asked.action };
    case 'list': {
      const { state } = asked.options;
      const known = jobStates.find((each) => each === state);
      if (state !== undefined && !known) throw refuse(`"${state}" isn't a job state.`);
      return { action: asked.action, job: asked.words[0], state: known };
    }
    case 'redrive':
    case 'discard': {
      const [job, id] = asked.words;
      if (id !== undefined && !isId(id)) throw refuse(`${id} isn't an id.`);
      return { action: asked.action, job, id };
    }
  }
}

export async function runJobAdminCommand(
  asked: JobsArguments,
  { database, log, report }: Pick<DatabaseCommandDeps, 'database' | 'log' | 'report'>,
): Promise<void> {
  const { kysely } = database;
  if (asked.action === 'count') {
    const counts = await countJobs(kysely);
    for (const { job, state, count, oldestSeconds } of counts)
      report(`${job}  ${state}  ${count}${state === 'scheduled' ? '' : `  for up to ${inWords(oldestSeconds)}`}`);
    if (counts.length === 0) report('No jobs.');
    return;
  }
  if (asked.job !== undefined) await refuseUnknown(await listJobNames(kysely), asked.job);
  if (asked.action === 'list') {
    const jobs = await listJobs(kysely, { job: asked.job, state: asked.state, most: 100 });
    for (const { id, job, state, ageSeconds, tries, error } of jobs)
      report([id, job, state, inWords(ageSeconds), `tried ${tries} times`, ...oneLine(error)].join('  '));
    if (jobs.length === 0) report('No jobs found.');
    return;
  }
  const dead = { job: asked.job, id: asked.id, record: recordCommand(`jobs ${asked.action}`, nameCommandOperator()) };
  const count = await (asked.action === 'redrive' ? retryDeadJobs : discardDeadJobs)({ database, log }, dead);
  if (count === 0 && asked.id !== undefined) throw new Error(`There is no dead job ${asked.id} of ${asked.job}.`);
  report(`${asked.action === 'redrive' ? 'Retrying' : 'Discarded'} ${count} dead jobs of ${asked.job}.`);
}

// Returns boolean instead of a type guard, so that the value stays a string if it is not an id.
const isId = (given: string): boolean => Value.Check(uuid, given);

async function refuseUnknown(names: readonly string[], job: string): Promise<void> {
  if (names.includes(job)) return;
  throw new Error(`There is no job "${job}". There are: ${names.join(', ') || 'none yet; start the server once'}.`);
}

function oneLine(error: string | null): string[] {
  return error === null ? [] : [describeJobError(error)];
}

function inWords(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} days`;
}
