// Operators, their keys, and studios.
import { Type } from 'typebox';
import { GameName } from '#model/game.ts';
import { route } from '#model/route.ts';
import { email, instant, object, SuccessReply, text, uuid } from '#model/schema.ts';
import { OperatorPermission, OperatorRoleName } from './session.ts';

/** Spelled otherwise than the pattern of a game's name, by which calls find the games that a request names. */
const StudioId = text(63, { pattern: '^[a-z0-9][-a-z0-9]{0,62}$' });
const Reason = Type.Optional(text(1000, { description: 'Why, for the audit log' }));

export const OperatorInfo = object({
  OperatorId: uuid,
  Email: email,
  Name: text(100),
  Role: OperatorRoleName,
  Studio: Type.Optional(StudioId),
  HasSecondFactor: Type.Boolean(),
  InvitedBy: text(200),
  CreatedAt: instant,
  LastSeenAt: Type.Optional(instant),
});

export const StudioInfo = object({
  Studio: StudioId,
  Name: text(100),
  IsTrusted: Type.Boolean({ description: 'Publishes without an approval' }),
  Games: Type.Array(GameName),
  CreatedAt: instant,
});

const operator = { access: ['operator'], permission: 'operators.manage', audit: 'change', stepUp: true } as const;

export const operatorAdminRoutes = {
  list: route({
    method: 'GET',
    path: '/operator/operators',
    access: ['operator'],
    permission: 'operators.read',
    summary: 'All operators, studios, and the keys of operators.',
    reply: object({
      Operators: Type.Array(OperatorInfo),
      Studios: Type.Array(StudioInfo),
      Keys: Type.Array(
        object({
          KeyId: text(16),
          Name: text(60),
          Permissions: Type.Array(OperatorPermission),
          CreatedAt: instant,
          LastUsedAt: Type.Optional(instant),
        }),
      ),
    }),
  }),
  invite: route({
    method: 'POST',
    path: '/operator/operators/invite',
    ...operator,
    summary: 'Invite an operator by mail. Inviting someone again sends a new link.',
    body: object({
      Email: email,
      Name: text(100, { minLength: 1 }),
      Role: OperatorRoleName,
      Studio: Type.Optional(StudioId),
      Reason,
    }),
    reply: OperatorInfo,
    errors: ['Conflict', 'NotFound'],
  }),
  change: route({
    method: 'POST',
    path: '/operator/operators/change',
    ...operator,
    summary: "Change an operator's name, role or studio. A changed role ends their sessions.",
    body: object({
      OperatorId: uuid,
      Name: Type.Optional(text(100, { minLength: 1 })),
      Role: Type.Optional(OperatorRoleName),
      Studio: Type.Optional(StudioId),
      Reason,
    }),
    reply: OperatorInfo,
    errors: ['NotFound', 'Conflict'],
  }),
  remove: route({
    method: 'POST',
    path: '/operator/operators/remove',
    ...operator,
    summary: 'Remove an operator and end their sessions. The last owner stays.',
    body: object({ OperatorId: uuid, Reason }),
    reply: SuccessReply,
    errors: ['NotFound', 'Conflict'],
  }),
  resetSecondFactor: route({
    method: 'POST',
    path: '/operator/operators/reset_second_factor',
    ...operator,
    summary:
      'Remove all second factors of an operator who lost them, and end their sessions. Their next sign-in adds one.',
    body: object({ OperatorId: uuid, Reason: text(1000, { minLength: 1 }) }),
    reply: SuccessReply,
    errors: ['NotFound'],
  }),
  saveStudio: route({
    method: 'POST',
    path: '/operator/operators/save_studio',
    ...operator,
    summary: 'Create or change a studio and its games.',
    body: object({
      Studio: StudioId,
      Name: text(100, { minLength: 1 }),
      IsTrusted: Type.Boolean(),
      Games: Type.Array(GameName, { maxItems: 1000 }),
      Reason,
    }),
    reply: StudioInfo,
    errors: ['UnknownGame', 'Conflict'],
  }),
  createKey: route({
    method: 'POST',
    path: '/operator/operators/create_key',
    ...operator,
    summary: 'Create a key for a program. It is shown once.',
    body: object({
      Name: text(60, { pattern: '^[\\p{L}\\p{N}][\\p{L}\\p{N} ._@-]{0,59}$' }),
      Permissions: Type.Array(OperatorPermission, { minItems: 1, maxItems: 100 }),
      Reason,
    }),
    reply: object({ Key: text(200) }),
    errors: ['Conflict'],
  }),
  revokeKey: route({
    method: 'POST',
    path: '/operator/operators/revoke_key',
    ...operator,
    summary: 'Revoke a key of a program.',
    body: object({ KeyId: text(16, { minLength: 16 }), Reason }),
    reply: SuccessReply,
    errors: ['NotFound'],
  }),
};
