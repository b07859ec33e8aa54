// Saves drafts, applies them and takes them back. Applying compares each object with what the draft began from: nothing
// that someone else has changed since is overwritten.
import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import type { RecordChange } from '#server/features/audit-log/audit-log.ts';
import { lockContent, writeContent } from '#server/features/content/apply-content.ts';
import { throwContentProblem } from '#server/features/content/content-problem.ts';
import type { ContentTools } from '#server/features/content/content-type.ts';
import { describeChanges } from '#server/features/content/describe-changes.ts';
import { planContent } from '#server/features/content/plan-content.ts';
import { readContentInTransaction } from '#server/features/content/read-content.ts';
import type { OperatorCaller } from '#server/features/operators/operator-caller.ts';
import { buildConflict, isSame } from './compare-objects.ts';
import {
  auditKindOf,
  changeFiles,
  computeObjectVersion,
  readDraftObject,
  requireDraftObject,
  type DraftObject,
} from './draft-objects.ts';
import { requireDraft, type DraftRow } from './read-drafts.ts';

export interface DraftDeps extends ContentTools {
  readonly database: Database;
}

export interface DraftActor {
  readonly operator: Pick<OperatorCaller, 'kind' | 'id' | 'name'>;
  readonly record: RecordChange;
  readonly reason?: string | undefined;
}

export interface DraftRequest {
  /** An open draft that is changed. Undefined: a new one. */
  readonly draftId: number | undefined;
  readonly object: string;
  /** The version of the object that the operator started from. */
  readonly seen: string;
  /** Undefined: the object is removed. */
  readonly value: object | undefined;
  readonly note: string | undefined;
}

export async function saveDraft(deps: DraftDeps, request: DraftRequest, actor: DraftActor): Promise<DraftRow> {
  const { database, ...tools } = deps;
  const object = requireDraftObject(request.object);
  const saved = database.transaction(async (trx) => {
    const known = request.draftId === undefined ? undefined : await requireDraft(trx, request.draftId, ['open']);
    if (known && known.object !== object.name) throw new Problem('Conflict', 'The draft changes something else.');
    const base = known ? (known.base ?? undefined) : await readDraftObject(trx, tools, object);
    if (request.seen !== computeObjectVersion(base)) throw buildConflict(object);
    await checkChange(trx, tools, object, request.value);
    const columns = {
      value: toColumn(request.value),
      note: request.note ?? null,
      author: actor.operator.name,
      failure: null,
    };
    const row = known
      ? await trx
          .updateTable('content_drafts')
          .set({ ...columns, updated_at: sql<Date>`now()` })
          .where('draft_id', '=', known.draft_id)
          .returningAll()
          .executeTakeFirstOrThrow()
      : await insertDraft(trx, { object, base, ...columns, reverts: null });
    await recordDraft(trx, row, 'open', actor);
    return row;
  });
  return saved.catch(throwContentProblem);
}

export interface AppliedDrafts {
  readonly drafts: DraftRow[];
  readonly notes: readonly string[];
}

/**
 * All or none.
 * @param seen the drafts as the operator, and the second person if one is needed, decided about them
 */
export function applyDrafts(deps: DraftDeps, seen: readonly DraftRow[], actor: DraftActor): Promise<AppliedDrafts> {
  return deps.database
    .transaction(async (trx) => {
      const drafts: DraftRow[] = [];
      for (const draft of seen) drafts.push(await requireSeenDraft(trx, draft));
      return applyInTransaction(trx, deps, drafts, actor);
    })
    .catch(throwContentProblem);
}

/** Restores what an applied draft has changed, if nobody has changed it since. */
export function revertDraft(deps: DraftDeps, draftId: number, actor: DraftActor): Promise<DraftRow> {
  const { database, ...tools } = deps;
  return database
    .transaction(async (trx) => {
      const applied = await requireDraft(trx, draftId, ['applied']);
      const object = requireDraftObject(applied.object);
      const base = await readDraftObject(trx, tools, object);
      if (!isSame(base, applied.value)) throw buildConflict(object);
      const row = await insertDraft(trx, {
        object,
        base,
        value: toColumn(applied.base ?? undefined),
        note: null,
        author: actor.operator.name,
        reverts: draftId,
      });
      const { drafts } = await applyInTransaction(trx, deps, [row], actor);
      return drafts[0] ?? row;
    })
    .catch(throwContentProblem);
}

async function applyInTransaction(
  trx: Transaction<Tables>,
  tools: ContentTools,
  drafts: readonly DraftRow[],
  { operator, record, reason }: DraftActor,
): Promise<AppliedDrafts> {
  await lockContent(trx);
  const current = await readContentInTransaction(trx, tools);
  let { files } = current;
  if (new Set(drafts.map(({ object }) => object)).size < drafts.length)
    throw new Problem('Conflict', 'Two of these drafts change the same object.');
  for (const { object: name, base, value } of drafts) {
    const object = requireDraftObject(name);
    if (!isSame(await readDraftObject(trx, tools, object), base)) throw buildConflict(object);
    files = await changeFiles(trx, tools, files, { object, value: value ?? undefined });
  }
  const keyId = operator.kind === 'key' ? operator.id : undefined;
  const { notes } = await writeContent(trx, { files, current, tools, operator: operator.name, keyId });
  const applied: DraftRow[] = [];
  for (const draft of drafts) {
    const object = requireDraftObject(draft.object);
    // As it is stored now, with its date and number, so that a revert can compare.
    const value = await readDraftObject(trx, tools, object);
    // The engine keeps some objects, such as a game, even if the folder has them no longer.
    if (isSame(value, draft.base) && !isSame(draft.base, draft.value))
      throw new Problem('Conflict', `${draft.object} can't be changed that way: it stays as it is.`);
    const row = await decide(trx, draft, 'applied', { operator, value: toColumn(value) });
    await record(trx, {
      object: { kind: auditKindOf(object), id: draft.object, game: draft.game ?? undefined },
      after: {
        Draft: draft.draft_id,
        ...(draft.reverts !== null && { Reverts: draft.reverts }),
        Changes: describeChanges(draft.base ?? undefined, value),
      },
      reason,
    });
    applied.push(row);
  }
  return { drafts: applied, notes };
}

/** Locks a waiting draft, and throws if its content was changed since it was read. */
export async function requireSeenDraft(trx: Transaction<Tables>, seen: DraftRow): Promise<DraftRow> {
  const draft = await requireDraft(trx, seen.draft_id, ['open', 'scheduled']);
  if (isSame(draft.value, seen.value)) return draft;
  throw new Problem('Conflict', `Draft ${draft.draft_id} was changed just now. Read it again.`);
}

export function discardDraft({ database }: DraftDeps, draftId: number, actor: DraftActor): Promise<void> {
  return database.transaction(async (trx) => {
    const draft = await requireDraft(trx, draftId, ['open', 'scheduled']);
    const row = await decide(trx, draft, 'discarded', { operator: actor.operator, value: toColumn(draft.value) });
    await recordDraft(trx, row, draft.state, actor);
  });
}

function decide(
  trx: Transaction<Tables>,
  { draft_id }: DraftRow,
  state: 'applied' | 'discarded',
  { operator, value }: { readonly operator: { readonly name: string }; readonly value: string | null },
): Promise<DraftRow> {
  return trx
    .updateTable('content_drafts')
    .set({ state, value, decided_by: operator.name, decided_at: sql<Date>`now()`, failure: null })
    .where('draft_id', '=', draft_id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

function insertDraft(
  trx: Transaction<Tables>,
  {
    object: { name, place },
    base,
    ...columns
  }: Pick<DraftRow, 'note' | 'author' | 'reverts'> & {
    readonly object: DraftObject;
    readonly base: object | undefined;
    readonly value: string | null;
  },
): Promise<DraftRow> {
  return trx
    .insertInto('content_drafts')
    .values({
      object: name,
      type: place.type,
      game: place.game ?? null,
      base: toColumn(base),
      state: 'open',
      ...columns,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function recordDraft(
  trx: Transaction<Tables>,
  row: DraftRow,
  before: DraftRow['state'],
  { record, reason }: DraftActor,
): Promise<void> {
  await record(trx, {
    object: { kind: 'draft', id: String(row.draft_id), game: row.game ?? undefined },
    ...(before !== row.state && { before: { State: before } }),
    after: {
      Object: row.object,
      State: row.state,
      ...(row.apply_at && { ApplyAt: row.apply_at.toISOString() }),
      ...(row.note !== null && { Note: row.note }),
    },
    reason,
  });
}

/** Throws what the engine finds wrong with the changed content. */
async function checkChange(
  trx: Transaction<Tables>,
  tools: ContentTools,
  object: DraftObject,
  value: object | undefined,
): Promise<void> {
  const current = await readContentInTransaction(trx, tools);
  planContent(await changeFiles(trx, tools, current.files, { object, value }), current, tools);
}

const toColumn = (value: object | null | undefined): string | null =>
  value === undefined || value === null ? null : JSON.stringify(value);
