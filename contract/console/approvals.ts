// Calls that need a second person: stored by the first, executed when another operator approves.
import { Type } from 'typebox';
import { route } from '#model/route.ts';
import { instant, object, oneOf, SuccessReply, text, uuid } from '#model/schema.ts';

export const Approval = object({
  ApprovalId: uuid,
  Call: text(100),
  Permission: text(200, { description: 'What it needs. Of several, with spaces between them, all' }),
  Input: Type.Unknown({ description: "The call's input, by field" }),
  ObjectKind: text(40),
  ObjectId: text(1400),
  Game: Type.Optional(text(63)),
  Reason: text(1000),
  RequestedBy: text(200),
  IsOwn: Type.Boolean({ description: 'The caller requested it' }),
  RequestedAt: instant,
  ExpiresAt: instant,
  Outcome: Type.Optional(oneOf(['Approved', 'Rejected', 'Withdrawn', 'Expired'], { description: 'Absent: open' })),
  DecidedBy: Type.Optional(text(200)),
  DecidedAt: Type.Optional(instant),
  DecisionReason: Type.Optional(text(1000)),
});

const Reason = text(1000, { minLength: 1, pattern: '\\S' });
const decision = {
  method: 'POST',
  access: ['operator'],
  permission: 'any',
  audit: 'change',
  limitsToGames: true,
} as const;

export const operatorApprovalRoutes = {
  list: route({
    method: 'GET',
    path: '/operator/approvals',
    access: ['operator'],
    permission: 'any',
    limitsToGames: true,
    summary: "Requests that the operator may approve, and the operator's own; open ones first, then latest first.",
    query: object({
      IsOpen: Type.Optional(Type.Boolean({ description: 'Default: true. False: decided and expired ones' })),
      BeforeApprovalId: Type.Optional(Type.String({ ...uuid, description: 'The next page: older than this one' })),
      Limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Default: 50' })),
    }),
    reply: object({ Approvals: Type.Array(Approval) }),
  }),
  count: route({
    method: 'GET',
    path: '/operator/approvals/count',
    access: ['operator'],
    permission: 'any',
    limitsToGames: true,
    summary: 'How many requests of others the operator may decide now. 0 for a key, and for operators of a studio.',
    reply: object({ Waiting: Type.Integer({ minimum: 0 }) }),
  }),
  approve: route({
    ...decision,
    path: '/operator/approvals/approve',
    stepUp: true,
    summary:
      "Approve another operator's request with the permission of its call, which is executed at once. Fails with Conflict if its object has changed.",
    body: object({ ApprovalId: uuid, Reason: Type.Optional(Reason) }),
    reply: SuccessReply,
    errors: ['NotFound', 'Conflict'],
  }),
  reject: route({
    ...decision,
    path: '/operator/approvals/reject',
    summary: "Reject another operator's request.",
    body: object({ ApprovalId: uuid, Reason }),
    reply: SuccessReply,
    errors: ['NotFound', 'Conflict'],
  }),
  withdraw: route({
    ...decision,
    path: '/operator/approvals/withdraw',
    summary: "Withdraw the operator's own request.",
    body: object({ ApprovalId: uuid, Reason }),
    reply: SuccessReply,
    errors: ['NotFound', 'Conflict'],
  }),
};
