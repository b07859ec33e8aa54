// A call of the HTTP API.
import type { Static, TObject, TSchema } from 'typebox';
import type { NeededPermission } from './operator.ts';
import type { ProblemCode } from './problem.ts';

/**
 * Who may make a call. Each call lists all kinds of callers that it accepts and refuses all others.
 * `anyone`: no token is needed. If a session is sent, it counts only if its kind is also listed.
 * `bound`: a session that began with one game's signed token or in that game's app. It is valid for that game only.
 * `handed`: a session that another session created with a one-time token. It can play, buy and read, but not change the
 * account.
 * `whole`: a session that began with a sign-in at the portal itself.
 * `fresh`: a `whole` session whose sign-in is at most ten minutes old.
 * `game`: the credentials of a game's server.
 * `operator`: an operator with the call's `permission`: an operator's key, or a session of the console on its host.
 * `console`: the console itself, on its host only. The call decides about the operator's session, which may not be
 * complete yet.
 */
export type RouteAccess = 'anyone' | SessionKind | 'fresh' | 'game' | 'operator' | 'console';
export type SessionKind = 'bound' | 'handed' | 'whole';

export const allSessionKinds = ['bound', 'handed', 'whole'] as const;

export interface Route {
  readonly method: 'GET' | 'POST';
  /** Below /api/v1. Parameters are written `{Game}`. */
  readonly path: `/${string}`;
  readonly access: readonly RouteAccess[];
  /**
   * Of an operator's call: what the operator must be allowed to do; `any` for every operator. Of a list one is enough to
   * make the call, and the handler checks what the object needs.
   */
  readonly permission?: NeededPermission;
  /**
   * Of an operator's call: the call records its change in the audit log, in the transaction of the change; or it reads
   * personal data, which is recorded too.
   */
  readonly audit?: 'change' | 'read';
  /**
   * Of an operator's call that may name no game: it returns or changes only what belongs to the operator's games. Without
   * it a studio's operator has to name one of their games.
   */
  readonly limitsToGames?: true;
  /** Of an operator's call: in the console it needs a second factor that was proved in the last ten minutes. */
  readonly stepUp?: true;
  /**
   * Of an operator's call: its handler asks `approval.require`, which may store the call until another operator with the
   * same permission approves it. The caller then gets `ApprovalRequired`.
   */
  readonly secondPerson?: true;
  readonly summary: string;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TObject;
  /** Default: JSON. */
  readonly bodyType?: 'json' | 'form';
  /** The maximum body size in bytes. Default: 256 kB. */
  readonly bodyLimit?: number;
  /** The body field with the session's token, for clients that send no Authorization header. The header wins. */
  readonly tokenField?: string;
  /** If absent, the reply is empty with status 204. */
  readonly reply?: TSchema;
  readonly replyType?: 'text/html';
  /** The errors of this call, besides those that every call can return: see `listRouteProblems`. */
  readonly errors?: readonly ProblemCode[];
  /** The rate limit per minute and caller, if not the default. */
  readonly perMinute?: number;
}

export type RouteGroup = Readonly<Record<string, Route>>;

export const route = <const R extends Route>(declared: R): R => declared;

export function listRouteProblems(declared: Route): ProblemCode[] {
  const codes: ProblemCode[] = ['TooManyRequests', 'DatabaseUnavailable', 'Unexpected'];
  if (declared.params ?? declared.query ?? declared.body) codes.push('InvalidRequest', 'InvalidText');
  if (declared.body) codes.push('MalformedBody', 'TooDeep', 'BodyTooLarge', 'UnsupportedMediaType');
  if (!declared.access.includes('anyone')) codes.push('Unauthenticated');
  if (declared.stepUp) codes.push('StepUpRequired');
  if (declared.secondPerson) codes.push('ApprovalRequired', 'Conflict');
  if (declared.access.includes('game') || declared.access.includes('operator')) codes.push('Forbidden');
  else if (!declared.access.some((each) => each === 'anyone' || each === 'console'))
    codes.push('SignInAgain', 'AccountBlocked');
  // These calls create sessions, so they check for blocked accounts.
  if (declared.path.startsWith('/auth/')) codes.push('AccountBlocked');
  return [...new Set([...codes, ...(declared.errors ?? [])])];
}

type Part<S> = S extends TSchema ? Static<S> : unknown;

/** The caller's input: path, query and body parameters in one object. Their names are unique within a call. */
export type InputOfRoute<R extends Route> = Part<R['params']> & Part<R['query']> & Part<R['body']>;

export type ParamsOfRoute<R extends Route> = Part<R['params']>;
export type QueryOfRoute<R extends Route> = Part<R['query']>;
export type BodyOfRoute<R extends Route> = Part<R['body']>;
export type ReplyOfRoute<R extends Route> = R['replyType'] extends string
  ? string
  : R['reply'] extends TSchema
    ? Static<R['reply']>
    : void;
