// The console's own calls: signing in with a link and a second factor, and the operator's own account. They work on the
// console's host only, where the session is a cookie.
import { Type } from 'typebox';
import { allPermissions, operatorRoles, type Permission } from '#model/operator.ts';
import { route } from '#model/route.ts';
import { email, instant, object, oneOf, SuccessReply, text, uuid } from '#model/schema.ts';

export const OperatorRoleName = oneOf([...operatorRoles]);
export const OperatorPermission = oneOf([...allPermissions] as [Permission, ...Permission[]]);

export const OperatorAccount = object({
  OperatorId: uuid,
  Email: email,
  Name: text(100),
  Role: OperatorRoleName,
  Permissions: Type.Array(OperatorPermission),
  Studio: Type.Optional(object({ Id: text(63), Name: text(100), IsTrusted: Type.Boolean() })),
  Games: Type.Optional(Type.Array(text(63), { description: 'The games of the studio. Absent: all games' })),
});

/** What the page has to show next. */
export const ConsoleStage = oneOf(['SignedOut', 'AddSecondFactor', 'SecondFactor', 'SignedIn']);

export const ConsoleSession = object({
  Stage: ConsoleStage,
  Operator: Type.Optional(OperatorAccount),
  HasPasskey: Type.Boolean(),
  HasAuthenticatorApp: Type.Boolean(),
  ExpiresAt: Type.Optional(instant),
  PortalUrl: text(2048),
  PortalName: text(200),
  IsLab: Type.Boolean({ description: 'In the lab, demo operators sign in with a click' }),
});

const Token = text(60, { minLength: 40 });
const Code = text(6, { pattern: '^\\d{6}$', description: 'The code of the authenticator app' });
/** 160 bits in base 32. */
const AppSecret = text(32, { pattern: '^[A-Z2-7]{32}$' });
/** As the browser serialises it: see `PublicKeyCredential.toJSON`. */
const Credential = text(20_000, { description: 'The credential of the passkey, as JSON' });
const Options = text(20_000, { description: 'Options for the browser, as JSON' });

export const consoleRoutes = {
  session: route({
    method: 'GET',
    path: '/console/session',
    access: ['console'],
    summary: 'Who is signed in, and what has to be done next.',
    reply: ConsoleSession,
  }),
  requestLink: route({
    method: 'POST',
    path: '/console/request_link',
    access: ['console'],
    summary: 'Send a link to an operator. The reply is the same for unknown addresses.',
    body: object({ Email: email }),
    reply: SuccessReply,
    perMinute: 10,
  }),
  openLink: route({
    method: 'POST',
    path: '/console/open_link',
    access: ['console'],
    summary: 'Begin a session with a link from a mail. It needs the second factor before it can do anything else.',
    body: object({ Token }),
    reply: ConsoleSession,
    errors: ['TokenExpiredOrUsed'],
    perMinute: 30,
  }),
  passkeyOptions: route({
    method: 'POST',
    path: '/console/passkey_options',
    access: ['console'],
    summary: 'Options for proving a passkey, with a challenge that works once.',
    reply: object({ Options }),
  }),
  provePasskey: route({
    method: 'POST',
    path: '/console/prove_passkey',
    access: ['console'],
    summary: 'Prove the second factor with a passkey: completes the sign-in, or confirms a step-up.',
    body: object({ Credential }),
    reply: ConsoleSession,
    errors: ['ProofRefused'],
    perMinute: 30,
  }),
  proveCode: route({
    method: 'POST',
    path: '/console/prove_code',
    access: ['console'],
    summary: 'Prove the second factor with a code: completes the sign-in, or confirms a step-up.',
    body: object({ Code }),
    reply: ConsoleSession,
    errors: ['ProofRefused'],
    perMinute: 30,
  }),
  newPasskeyOptions: route({
    method: 'POST',
    path: '/console/new_passkey_options',
    access: ['console'],
    summary: 'Options for adding a passkey. With a second factor already, a step-up is needed.',
    reply: object({ Options }),
    errors: ['StepUpRequired'],
  }),
  addPasskey: route({
    method: 'POST',
    path: '/console/add_passkey',
    access: ['console'],
    summary: 'Add a passkey. The first second factor completes the sign-in.',
    body: object({ Credential, Name: text(100, { minLength: 1 }) }),
    reply: ConsoleSession,
    errors: ['ProofRefused', 'StepUpRequired', 'Conflict'],
  }),
  newAuthenticatorApp: route({
    method: 'POST',
    path: '/console/new_authenticator_app',
    access: ['console'],
    summary: 'A new secret for an authenticator app. It counts once a code has proved it.',
    reply: object({ Secret: AppSecret, Url: text(1000) }),
    errors: ['StepUpRequired'],
  }),
  addAuthenticatorApp: route({
    method: 'POST',
    path: '/console/add_authenticator_app',
    access: ['console'],
    summary: 'Add an authenticator app with a code of it. It replaces an earlier one.',
    body: object({ Secret: AppSecret, Code }),
    reply: ConsoleSession,
    errors: ['ProofRefused', 'StepUpRequired'],
    perMinute: 30,
  }),
  factors: route({
    method: 'GET',
    path: '/console/factors',
    access: ['console'],
    summary: "The operator's passkeys, authenticator app and devices.",
    reply: object({
      Passkeys: Type.Array(
        object({ Id: text(1400), Name: text(100), CreatedAt: instant, LastUsedAt: Type.Optional(instant) }),
      ),
      HasAuthenticatorApp: Type.Boolean(),
      Devices: Type.Array(
        object({
          SessionId: uuid,
          UserAgent: text(400),
          Network: text(60),
          CreatedAt: instant,
          LastSeenAt: instant,
          IsThis: Type.Boolean(),
        }),
      ),
    }),
  }),
  removePasskey: route({
    method: 'POST',
    path: '/console/remove_passkey',
    access: ['console'],
    summary: 'Remove a passkey, but never the last second factor.',
    body: object({ Id: text(1400, { minLength: 1 }) }),
    reply: SuccessReply,
    errors: ['StepUpRequired', 'Conflict', 'NotFound'],
  }),
  removeAuthenticatorApp: route({
    method: 'POST',
    path: '/console/remove_authenticator_app',
    access: ['console'],
    summary: 'Remove the authenticator app, but never the last second factor.',
    reply: SuccessReply,
    errors: ['StepUpRequired', 'Conflict', 'NotFound'],
  }),
  endSession: route({
    method: 'POST',
    path: '/console/end_session',
    access: ['console'],
    summary: "End one of the operator's sessions; without an id this one, which signs out.",
    body: object({ SessionId: Type.Optional(uuid) }),
    reply: SuccessReply,
    errors: ['NotFound'],
  }),
};
