import type { Static } from 'typebox';
import type { Approval as ApprovalSchema } from '#contract/console/approvals.ts';

export type Approval = Static<typeof ApprovalSchema>;

export type ApprovalDecision = 'approve' | 'reject' | 'withdraw';

/** What the operator may do with a request: never decide their own. */
export const listDecisions = ({ IsOwn, Outcome }: Pick<Approval, 'IsOwn' | 'Outcome'>): readonly ApprovalDecision[] =>
  Outcome === undefined ? (IsOwn ? ['withdraw'] : ['approve', 'reject']) : [];
