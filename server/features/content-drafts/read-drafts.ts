import type { Kysely, Selectable, Transaction } from 'kysely';
import { Problem } from '#model/problem.ts';
import type { Tables } from '#server/db/tables.ts';

export type DraftRow = Selectable<Tables['content_drafts']>;

export interface DraftsQuery {
  readonly state: DraftRow['state'] | undefined;
  readonly object: string | undefined;
  /** Undefined: all. */
  readonly types: readonly string[] | undefined;
  readonly beforeDraftId: number | undefined;
  readonly limit: number;
}

export type ListedDraft = Omit<DraftRow, 'base' | 'value' | 'scheduled_by'>;

export function listDrafts(
  db: Kysely<Tables>,
  { state, object, types, beforeDraftId, limit }: DraftsQuery,
): Promise<ListedDraft[]> {
  let drafts = db
    .selectFrom('content_drafts')
    .select(['draft_id', 'object', 'type', 'game', 'state', 'note', 'author', 'reverts', 'apply_at', 'failure'])
    .select(['decided_by', 'decided_at', 'created_at', 'updated_at']);
  if (state !== undefined) drafts = drafts.where('state', '=', state);
  if (types !== undefined) drafts = drafts.where('type', 'in', [...types]);
  if (object !== undefined) drafts = drafts.where('object', '=', object);
  if (beforeDraftId !== undefined) drafts = drafts.where('draft_id', '<', beforeDraftId);
  return drafts.orderBy('draft_id', 'desc').limit(limit).execute();
}

export async function readDraft(db: Kysely<Tables>, draftId: number): Promise<DraftRow> {
  const row = await db.selectFrom('content_drafts').selectAll().where('draft_id', '=', draftId).executeTakeFirst();
  if (!row) throw buildMissingProblem(draftId);
  return row;
}

/** Locks the draft until the end of the transaction. */
export async function requireDraft(
  trx: Transaction<Tables>,
  draftId: number,
  states: readonly DraftRow['state'][],
): Promise<DraftRow> {
  const row = await trx
    .selectFrom('content_drafts')
    .selectAll()
    .where('draft_id', '=', draftId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw buildMissingProblem(draftId);
  requireState(row, states);
  return row;
}

export function requireState({ state }: Pick<DraftRow, 'state'>, states: readonly DraftRow['state'][]): void {
  if (!states.includes(state)) throw new Problem('Conflict', `The draft is ${state}.`);
}

const buildMissingProblem = (draftId: number): Problem => new Problem('NotFound', `There is no draft ${draftId}.`);
