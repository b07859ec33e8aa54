// The job queues.
import { Type } from 'typebox';
import { route } from '#model/route.ts';
import { instant, object, oneOf, text, uuid } from '#model/schema.ts';

const Job = text(41, { minLength: 1 });
const Reason = Type.Optional(text(1000, { description: 'Why, for the audit log' }));

export const operatorJobRoutes = {
  counts: route({
    method: 'GET',
    path: '/operator/jobs',
    access: ['operator'],
    permission: 'jobs.read',
    summary: 'The job queues, with how many jobs are in which state.',
    reply: object({
      Jobs: Type.Array(Job, { description: 'All kinds of jobs' }),
      Counts: Type.Array(
        object({
          Job,
          State: oneOf(['waiting', 'scheduled', 'retrying', 'active', 'dead'], {
            description: '`dead`: failed for good',
          }),
          Count: Type.Integer(),
          OldestSeconds: Type.Number(),
        }),
      ),
    }),
  }),
  failed: route({
    method: 'GET',
    path: '/operator/jobs/failed',
    access: ['operator'],
    permission: 'jobs.read',
    summary: 'Jobs that failed for good, newest first. What they contain is not shown.',
    query: object({
      Job: Type.Optional(Job),
      BeforeId: Type.Optional({ ...uuid, description: 'The next page: older than this job' }),
      Limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Default: 50' })),
    }),
    reply: object({
      Jobs: Type.Array(
        object({
          JobId: uuid,
          Job,
          FailedAt: instant,
          Tries: Type.Integer(),
          Error: Type.Optional(text(500)),
        }),
      ),
    }),
  }),
  retry: route({
    method: 'POST',
    path: '/operator/jobs/retry',
    access: ['operator'],
    permission: 'jobs.change',
    audit: 'change',
    summary: 'Run failed jobs again: one, or all of a kind.',
    body: object({ Job, JobId: Type.Optional(uuid), Reason }),
    reply: object({ Count: Type.Integer() }),
    errors: ['NotFound'],
  }),
  discard: route({
    method: 'POST',
    path: '/operator/jobs/discard',
    access: ['operator'],
    permission: 'jobs.change',
    audit: 'change',
    stepUp: true,
    summary: 'Delete failed jobs for good: one, or all of a kind. What they should have done is not done.',
    body: object({ Job, JobId: Type.Optional(uuid), Reason: text(1000, { minLength: 1 }) }),
    reply: object({ Count: Type.Integer() }),
    errors: ['NotFound'],
  }),
};
