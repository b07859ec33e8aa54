import type { Static } from 'typebox';
import type { ContentDraft } from '#contract/console/drafts.ts';
import { permissions, type Permission } from '#model/operator.ts';
import { Problem } from '#model/problem.ts';
import { describeChanges } from '#server/features/content/describe-changes.ts';
import { shortenLine } from '#server/features/content/content-problem.ts';
import { hasPermission, type OperatorCaller } from '#server/features/operators/operator-caller.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { checkBodyValue } from '#server/http/read-body.ts';
import { computeObjectVersion, readDraftObject, requireDraftObject } from './draft-objects.ts';
import { applyDrafts, discardDraft, revertDraft, saveDraft, type DraftDeps } from './drafts.ts';
import { listDrafts, readDraft, type DraftRow, type ListedDraft } from './read-drafts.ts';
import type { ScheduleDraft } from './schedule-drafts.ts';

const states = { Open: 'open', Scheduled: 'scheduled', Applied: 'applied', Discarded: 'discarded' } as const;

export function createDraftRoutes(
  deps: DraftDeps & { readonly schedule: ScheduleDraft },
): AreaHandlers<'operatorDrafts'> {
  const { database, schedule, ...rest } = deps;
  const tools = rest;
  /** The draft's own permission, besides that of the call. */
  const requireAllowed = async (operator: OperatorCaller, draftIds: readonly number[]): Promise<void> => {
    for (const id of draftIds) requirePermissionFor(operator, (await readDraft(database.kysely, id)).type);
  };
  return {
    list: async ({ query: { State, Object: of, BeforeDraftId, Limit = 50 } }) => {
      const drafts = await listDrafts(database.kysely, {
        state: State && states[State],
        object: of,
        beforeDraftId: BeforeDraftId,
        limit: Limit,
      });
      return { Drafts: drafts.map(describeDraft) };
    },
    read: async ({ query: { DraftId } }) => {
      const draft = await readDraft(database.kysely, DraftId);
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
      };
    },
    object: async ({ query }) => {
      const value = await readDraftObject(database.kysely, tools, requireDraftObject(query.Object));
      return { Version: computeObjectVersion(value), ...(value && { Value: value }) };
    },
    save: async ({ body, operator, audit }) => {
      requirePermissionFor(operator, requireDraftObject(body.Object).place.type);
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
    apply: async ({ body, operator, audit }) => {
      await requireAllowed(operator, body.DraftIds);
      const actor = { operator, record: audit.change, reason: body.Reason };
      const { drafts, notes } = await applyDrafts(deps, body.DraftIds, actor);
      return { Drafts: drafts.map(describeDraft), Notes: notes.map(shortenLine) };
    },
    schedule: async ({ body, operator, audit }) => {
      await requireAllowed(operator, [body.DraftId]);
      const at = body.ApplyAt === undefined ? undefined : new Date(body.ApplyAt);
      if (at && Number.isNaN(at.getTime()))
        throw new Problem('InvalidRequest', undefined, { fields: { ApplyAt: "isn't a valid date and time" } });
      const actor = { operator, record: audit.change, reason: body.Reason };
      return describeDraft(await schedule(body.DraftId, at, actor));
    },
    discard: async ({ body, operator, audit }) => {
      await requireAllowed(operator, [body.DraftId]);
      await discardDraft(deps, body.DraftId, { operator, record: audit.change, reason: body.Reason });
      return { Success: true };
    },
    revert: async ({ body, operator, audit }) => {
      await requireAllowed(operator, [body.DraftId]);
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

const changePermissions: Readonly<Record<string, Permission>> = {
  document: 'documents.change',
  news: 'news.change',
  products: 'products.change',
  rates: 'products.change',
  game: 'games.configure',
  words: 'moderation.change',
};

function requirePermissionFor(operator: OperatorCaller, type: string): void {
  const needed = changePermissions[type];
  if (needed === undefined || hasPermission(operator, needed)) return;
  throw new Problem('Forbidden', `${operator.name} lacks the permission ${needed}: ${permissions[needed]}.`);
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
