// Applies drafts at their time. A draft that can't be applied then stays open, with the reason.
import { sql } from 'kysely';
import { Type } from 'typebox';
import { Problem } from '#model/problem.ts';
import { object } from '#model/schema.ts';
import type { Infrastructure } from '#server/infrastructure.ts';
import { writeAuditEntry } from '#server/features/audit-log/audit-log.ts';
import { defineJob, type JobDefinition } from '#server/jobs/define-job.ts';
import { applyDrafts, recordDraft, requireSeenDraft, type DraftActor, type DraftDeps } from './drafts.ts';
import type { DraftRow } from './read-drafts.ts';

const DraftData = object({ draftId: Type.Integer() });

export interface ScheduleDeps extends DraftDeps, Pick<Infrastructure, 'jobs' | 'log' | 'now'> {}

export type ScheduleDraft = (seen: DraftRow, applyAt: Date | undefined, actor: DraftActor) => Promise<DraftRow>;

export function createDraftScheduler(deps: ScheduleDeps): {
  readonly definition: JobDefinition<typeof DraftData>;
  /** @param applyAt undefined: it is no longer scheduled */
  readonly schedule: ScheduleDraft;
} {
  const { database, jobs } = deps;
  const definition: JobDefinition<typeof DraftData> = defineJob({
    name: 'apply-content-draft',
    schema: DraftData,
    concurrency: 1,
    leaseSeconds: 300,
    run: ({ draftId }) => applyScheduled(deps, draftId),
  });
  return {
    definition,
    schedule: (seen, applyAt, actor) =>
      database.transaction(async (trx) => {
        const draft = await requireSeenDraft(trx, seen);
        const draftId = draft.draft_id;
        const { kind, id, name } = actor.operator;
        const row = await trx
          .updateTable('content_drafts')
          .set({
            state: applyAt ? 'scheduled' : 'open',
            apply_at: applyAt ?? null,
            scheduled_by: applyAt ? JSON.stringify({ kind, id, name }) : null,
            failure: null,
            updated_at: sql<Date>`now()`,
          })
          .where('draft_id', '=', draftId)
          .returningAll()
          .executeTakeFirstOrThrow();
        if (applyAt) await jobs.send(trx, definition, { draftId }, { startAfter: applyAt });
        await recordDraft(trx, row, draft.state, actor);
        return row;
      }),
  };
}

async function applyScheduled(deps: ScheduleDeps, draftId: number): Promise<void> {
  const { database, log, now } = deps;
  const draft = await database.kysely
    .selectFrom('content_drafts')
    .selectAll()
    .where('draft_id', '=', draftId)
    .where('state', '=', 'scheduled')
    .executeTakeFirst();
  // Discarded, applied by hand, or moved to another time.
  if (!draft?.scheduled_by || !draft.apply_at || draft.apply_at > now()) return;
  const operator = draft.scheduled_by;
  const actor: DraftActor = {
    operator,
    record: (trx, entry) =>
      writeAuditEntry(
        trx,
        { ...operator, action: 'operatorDrafts.schedule', address: null, requestId: null },
        { ...entry, reason: `Scheduled for ${draft.apply_at?.toISOString()}` },
      ),
  };
  try {
    await applyDrafts(deps, [draft], actor);
  } catch (error) {
    if (!(error instanceof Problem) || isWorthRetrying(error)) throw error;
    log.warn({ err: error, draftId }, 'A scheduled draft could not be applied.');
    await database.kysely
      .updateTable('content_drafts')
      .set({ state: 'open', apply_at: null, scheduled_by: null, failure: describeFailure(error) })
      .where('draft_id', '=', draftId)
      .where('state', '=', 'scheduled')
      .execute();
  }
}

/** Another change was in progress, or the database was away. */
const isWorthRetrying = ({ code, message }: Problem): boolean =>
  code === 'DatabaseUnavailable' || (code === 'Conflict' && message.endsWith(' Try again.'));

const describeFailure = ({ message, fields }: Problem): string =>
  [message, ...Object.entries(fields).map(([path, text]) => `${path}: ${text}`)].join(' ').slice(0, 1000);
