// Drafts: changes of documents, news and other content that are compared, scheduled, applied and taken back.
import { Type } from 'typebox';
import { GameName } from '#model/game.ts';
import { route } from '#model/route.ts';
import { instant, object, oneOf, SuccessReply, text, uuid } from '#model/schema.ts';

export const DraftState = oneOf(['Open', 'Scheduled', 'Applied', 'Discarded']);

export const DraftId = Type.Integer({ minimum: 1 });

export const ContentObjectPath = text(200, {
  minLength: 1,
  description:
    '`documents/tos`, `news/<id>`, or a file of the content folder such as `portal.json`; those of a game begin with `games/<game>/`',
});

export const ObjectVersion = text(32, {
  minLength: 1,
  description: 'The version of the object that the change started from; `new` if there was none',
});

const value = Type.Unknown({ description: 'The object as JSON. Absent: there is none' });
export const DraftNote = text(1000, { description: 'What the change is for' });
const Reason = Type.Optional(text(1000, { description: 'Why, for the audit log' }));

export const ContentDraft = object({
  DraftId,
  Object: ContentObjectPath,
  Game: Type.Optional(GameName),
  State: DraftState,
  Note: Type.Optional(DraftNote),
  Author: text(200),
  Reverts: Type.Optional(Type.Integer({ minimum: 1, description: 'The draft whose change it takes back' })),
  ApplyAt: Type.Optional({ ...instant, description: 'When it is applied by itself' }),
  Failure: Type.Optional(text(1000, { description: 'Why it could not be applied at its time' })),
  DecidedBy: Type.Optional(text(200, { description: 'Who applied or discarded it' })),
  DecidedAt: Type.Optional(instant),
  CreatedAt: instant,
  UpdatedAt: instant,
});

export const DraftApproval = object({
  ApprovalId: uuid,
  Call: text(100, { description: 'What was requested, such as `operatorDrafts.apply`' }),
  RequestedBy: text(200),
  RequestedAt: instant,
});

// Drafts of prices need only the permission of prices.
const change = { access: ['operator'], permission: ['content.change', 'products.change'], audit: 'change' } as const;
const read = { access: ['operator'], permission: ['content.read', 'products.change'] } as const;

export const draftRoutes = {
  list: route({
    method: 'GET',
    path: '/operator/drafts',
    ...read,
    summary: 'Drafts, latest first. Without `content.read` only those of prices.',
    query: object({
      State: Type.Optional(DraftState),
      Object: Type.Optional(ContentObjectPath),
      BeforeDraftId: Type.Optional(Type.Integer({ minimum: 1, description: 'The next page: older than this draft' })),
      Limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Default: 50' })),
    }),
    reply: object({ Drafts: Type.Array(ContentDraft) }),
  }),
  read: route({
    method: 'GET',
    path: '/operator/drafts/draft',
    ...read,
    summary: 'A draft with its differences.',
    query: object({ DraftId }),
    reply: object({
      Draft: ContentDraft,
      Before: Type.Optional(value),
      After: Type.Optional(value),
      Lines: Type.Array(text(1000), { description: 'The differences, as text' }),
      IsOutdated: Type.Boolean({ description: 'The object was changed since: the draft can no longer be applied' }),
      MayChange: Type.Boolean({ description: 'The operator has the permissions that a draft of this content needs' }),
      Approval: Type.Optional(DraftApproval),
    }),
    errors: ['NotFound'],
  }),
  object: route({
    method: 'GET',
    path: '/operator/drafts/object',
    ...read,
    summary: 'An object as it is now, to start a draft from.',
    query: object({ Object: ContentObjectPath }),
    reply: object({ Version: ObjectVersion, Value: Type.Optional(value) }),
    errors: ['NotFound'],
  }),
  save: route({
    method: 'POST',
    path: '/operator/drafts/save',
    ...change,
    summary: 'Save a draft of any content. It is checked as a whole, as if it were applied.',
    body: object({
      DraftId: Type.Optional(Type.Integer({ minimum: 1, description: 'An open draft to change' })),
      Object: ContentObjectPath,
      Version: ObjectVersion,
      Json: Type.Optional(text(4_000_000, { description: 'The object as JSON. Absent: it is removed' })),
      Note: Type.Optional(DraftNote),
    }),
    bodyLimit: 4_000_000,
    reply: ContentDraft,
    errors: ['Conflict', 'NotFound'],
  }),
  apply: route({
    method: 'POST',
    path: '/operator/drafts/apply',
    ...change,
    secondPerson: true,
    summary: 'Apply drafts, all or none. Fails if one of their objects was changed since the draft began.',
    body: object({ DraftIds: Type.Array(DraftId, { minItems: 1, maxItems: 50 }), Reason }),
    reply: object({ Drafts: Type.Array(ContentDraft), Notes: Type.Array(text(1000)) }),
    errors: ['Conflict', 'NotFound'],
  }),
  schedule: route({
    method: 'POST',
    path: '/operator/drafts/schedule',
    ...change,
    secondPerson: true,
    summary: 'Apply a draft at a time. Without a time it stays a draft again.',
    body: object({ DraftId, ApplyAt: Type.Optional(instant), Reason }),
    reply: ContentDraft,
    errors: ['Conflict', 'NotFound'],
  }),
  discard: route({
    method: 'POST',
    path: '/operator/drafts/discard',
    ...change,
    summary: 'Discard a draft.',
    body: object({ DraftId, Reason }),
    reply: SuccessReply,
    errors: ['Conflict', 'NotFound'],
  }),
  revert: route({
    method: 'POST',
    path: '/operator/drafts/revert',
    ...change,
    secondPerson: true,
    summary: 'Restore what an applied draft has changed, by a new draft that is applied at once.',
    body: object({ DraftId, Reason }),
    reply: ContentDraft,
    errors: ['Conflict', 'NotFound'],
  }),
};
