// Drafts of documents and prices need a second person like the calls that change them directly, if `SECOND_PERSON` says
// so. The approval counts for the drafts and their objects as they are now.
import type { CallApproval } from '#server/features/approvals/call-approval.ts';
import { buildConflict, isSame } from './compare-objects.ts';
import { listDraftPermissions, isPriceType } from './draft-permissions.ts';
import { computeObjectVersion, readDraftObject, requireDraftObject } from './draft-objects.ts';
import type { DraftDeps } from './drafts.ts';
import { requireState, type DraftRow } from './read-drafts.ts';

export interface DraftApprovalParams {
  readonly approval: CallApproval;
  readonly drafts: readonly DraftRow[];
  readonly reason: string | undefined;
  /** Applying starts from `base`, reverting from the value that was applied. */
  readonly step: 'apply' | 'revert';
}

export async function requireDraftApproval(
  { database, ...tools }: DraftDeps,
  { approval, drafts, reason, step }: DraftApprovalParams,
): Promise<void> {
  const seen: object[] = [];
  for (const draft of drafts) {
    requireState(draft, step === 'apply' ? ['open', 'scheduled'] : ['applied']);
    const object = requireDraftObject(draft.object);
    const now = await readDraftObject(database.kysely, tools, object);
    if (!isSame(now, step === 'apply' ? draft.base : draft.value)) throw buildConflict(object);
    seen.push({
      draft: draft.draft_id,
      from: computeObjectVersion(now),
      to: computeObjectVersion(step === 'apply' ? draft.value : draft.base),
    });
  }
  const [first] = drafts;
  if (!first) return;
  await approval.require({
    object: { kind: 'draft', id: String(first.draft_id), game: first.game ?? undefined },
    state: { drafts: seen },
    reason:
      reason ??
      drafts
        .flatMap(({ note }) => note ?? [])
        .join('; ')
        .slice(0, 1000),
    permissions: [...new Set(drafts.flatMap(({ type }) => listDraftPermissions(type)))].toSorted(),
    rule: {
      for: 'content',
      changesDocuments: drafts.some(({ type }) => type === 'document'),
      changesPrices: drafts.some(({ type }) => isPriceType(type)),
    },
  });
}
