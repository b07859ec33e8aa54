import type { Static } from 'typebox';
import type { ContentDraft } from '#contract/console/drafts.ts';
import { Problem } from '#model/problem.ts';
import { describeChanges } from '#server/features/content/describe-changes.ts';
import { shortenLine } from '#server/features/content/content-problem.ts';
import { findOpenApproval } from '#server/features/approvals/find-open-approval.ts';
import type { OperatorCaller } from '#server/features/operators/operator-caller.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { checkBodyValue } from '#server/http/read-body.ts';
import { computeObjectVersion, readDraftObject, requireDraftObject } from './draft-objects.ts';
import { listReadableTypes, mayChangeDrafts, requireMayChange, requireMayRead } from './draft-permissions.ts';
import { applyDrafts, discardDraft, revertDraft, saveDraft, type DraftDeps } from './drafts.ts';
import { listDrafts, readDraft, type DraftRow, type ListedDraft } from './read-drafts.ts';
import { requireDraftApproval } from './require-draft-approval.ts';
import type { ScheduleDraft } from './schedule-drafts.ts';

const states = { Open: 'open', Scheduled: 'scheduled', Applied: 'applied', Discarded: 'discarded' } as const;

export function createDraftRoutes(
  deps: DraftDeps & { readonly schedule: ScheduleDraft; readonly now: () => Date },
): AreaHandlers<'operatorDrafts'> {
  const { database, schedule, now, ...tools } = deps;
  const readToChange = async (operator: OperatorCaller, draftId: number): Promise<DraftRow> => {
    const draft = await readDraft(database.kysely, draftId);
    requireMayChange(operator, draft.type);
    return draft;
  };
  return {
    list: async ({ operator, query: { State, Object: of, BeforeDraftId, Limit = 50 } }) => {
      const drafts = await listDrafts(database.kysely, {
        state: State && states[State],
        object: of,
        types: listReadableTypes(operator),
        beforeDraftId: BeforeDraftId,
        limit: Limit,
      });
      return { Drafts: drafts.map(describeDraft) };
    },
    read: async ({ operator, query: { DraftId } }) => {
      const draft = await readDraft(database.kysely, DraftId);
      requireMayRead(operator, draft.type);
      const waiting = await findOpenApproval(database, { kind: 'draft', id: String(DraftId) });
      const now = await readDraftObject(database.kysely, tools, requireDraftObject(draft.object));
      const base = draft.base ?? undefined;
      const value = draft.value ?? undefined;
      const isWaiting = draft.state === 'open' || draft.state === 'scheduled';
      return {
        Draft: describeDraft(draft),
        ...(base && { Before: base }),
        ...(value && { After: value }),
        Lines: describeChanges(base, value).map(shortenLine),
        IsOutdated: isWaiting && computeObjectVersion(now) !== computeObjectVersion(base),
        MayChange: mayChangeDrafts(operator, draft.type),
        ...(waiting && {
          Approval: {
            ApprovalId: waiting.approval_id,
            Call: waiting.call,
            RequestedBy: waiting.requested_by_name,
            RequestedAt: waiting.requested_at.toISOString(),
          },
        }),
      };
    },
    object: async ({ operator, query }) => {
      const object = requireDraftObject(query.Object);
      requireMayRead(operator, object.place.type);
      const value = await readDraftObject(database.kysely, tools, object);
      return { Version: computeObjectVersion(value), ...(value && { Value: value }) };
    },
    save: async ({ body, operator, audit }) => {
      requireMayChange(operator, requireDraftObject(body.Object).place.type);
      const row = await saveDraft(
        deps,
        {
          draftId: body.DraftId,
          object: body.Object,
          seen: body.Version,
          value: body.Json === undefined ? undefined : parseObject(body.Json),
          note: body.Note,
        },
        { operator, record: audit.change },
      );
      return describeDraft(row);
    },
    apply: async ({ body, operator, audit, approval }) => {
      const seen: DraftRow[] = [];
      for (const id of new Set(body.DraftIds)) seen.push(await readToChange(operator, id));
      await requireDraftApproval(deps, { approval, drafts: seen, reason: body.Reason, step: 'apply' });
      const actor = { operator, record: audit.change, reason: body.Reason };
      const { drafts, notes } = await applyDrafts(deps, seen, actor);
      return { Drafts: drafts.map(describeDraft), Notes: notes.map(shortenLine) };
    },
    schedule: async ({ body, operator, audit, approval }) => {
      const draft = await readToChange(operator, body.DraftId);
      const at = body.ApplyAt === undefined ? undefined : new Date(body.ApplyAt);
      if (at && Number.isNaN(at.getTime()))
        throw new Problem('InvalidRequest', undefined, { fields: { ApplyAt: "isn't a valid date and time" } });
      if (at && at <= now())
        throw new Problem('InvalidRequest', 'ApplyAt is in the past.', { fields: { ApplyAt: 'is in the past' } });
      if (at) await requireDraftApproval(deps, { approval, drafts: [draft], reason: body.Reason, step: 'apply' });
      const actor = { operator, record: audit.change, reason: body.Reason };
      return describeDraft(await schedule(draft, at, actor));
    },
    discard: async ({ body, operator, audit }) => {
      await readToChange(operator, body.DraftId);
      await discardDraft(deps, body.DraftId, { operator, record: audit.change, reason: body.Reason });
      return { Success: true };
    },
    revert: async ({ body, operator, audit, approval }) => {
      const draft = await readToChange(operator, body.DraftId);
      await requireDraftApproval(deps, { approval, drafts: [draft], reason: body.Reason, step: 'revert' });
      return describeDraft(
        await revertDraft(deps, body.DraftId, { operator, record: audit.change, reason: body.Reason }),
      );
    },
  };
}

export function describeDraft(row: ListedDraft | DraftRow): Static<typeof ContentDraft> {
  const state = (Object.keys(states) as (keyof typeof states)[]).find((name) => states[name] === row.state);
  return {
    DraftId: row.draft_id,
    Object: row.object,
    ...(row.game !== null && { Game: row.game }),
    State: state ?? 'Open',
    ...(row.note !== null && { Note: row.note }),
    Author: row.author,
    ...(row.reverts !== null && { Reverts: row.reverts }),
    ...(row.apply_at && { ApplyAt: row.apply_at.toISOString() }),
    ...(row.failure !== null && { Failure: row.failure }),
    ...(row.decided_by !== null && { DecidedBy: row.decided_by }),
    ...(row.decided_at && { DecidedAt: row.decided_at.toISOString() }),
    CreatedAt: row.created_at.toISOString(),
    UpdatedAt: row.updated_at.toISOString(),
  };
}

function parseObject(json: string): object {
  try {
    const value: unknown = JSON.parse(json);
    checkBodyValue(value, 0);
    if (typeof value === 'object' && value !== null) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new Problem('InvalidRequest', undefined, { fields: { Json: 'must be a JSON object or list' } });
}
