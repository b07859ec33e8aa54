// What a call of the HTTP API is. The contract declares routes, the server implements them, the client sends them, and
// the API page prints them: all from this one value.
import type { Static, TObject, TSchema } from 'typebox';
import type { ProblemCode } from './problem.ts';

/**
 * Who may make a call. Every call lists all of them; whoever is not listed may not.
 * `anyone`: no token is needed. Sessions that are listed besides count when they are sent; others are as good as none.
 * `bound`: a session that began with one game's word, or with that game's own app. It names no other game.
 * `handed`: a session that another one handed on by a one-time token. It plays, buys and reads, and changes nothing.
 * `whole`: a session that began with a proof at the portal's own door.
 * `fresh`: such a session, and its proof is at most ten minutes old.
 * `game`: the credential of a game's own server.
 * `operator`: the key of an operator, alone. The path says for what: `/operator/content/…` takes keys with the scope `content`.
 */
export type Access = 'anyone' | SessionKind | 'fresh' | 'game' | 'operator';
export type SessionKind = 'bound' | 'handed' | 'whole';

/** Everybody who is signed in. A session that is bound or handed sees and does what such a one may. */
export const anySession = ['bound', 'handed', 'whole'] as const;

/** What a key of an operator may be used for. */
export const operatorScopes = ['content', 'support', 'push'] as const;
export type OperatorScope = (typeof operatorScopes)[number];

/** The scope that an operator's call needs; absent: any key will do. */
export function operatorScopeOf({ path }: Pick<Route, 'path'>): OperatorScope | undefined {
  const [, area, scope] = path.split('/');
  return area === 'operator' ? operatorScopes.find((each) => each === scope) : undefined;
}

export interface Route {
  readonly method: 'GET' | 'POST';
  /** Under /api/v1. A parameter is written `{Game}`. */
  readonly path: `/${string}`;
  readonly access: readonly Access[];
  readonly summary: string;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TObject;
  /** How the body travels; JSON unless said otherwise. */
  readonly bodyType?: 'json' | 'form';
  /** Largest body in bytes, where the default of 256 kB does not fit. */
  readonly bodyLimit?: number;
  /** Absent: an empty answer with status 204. */
  readonly reply?: TSchema;
  /** Where the answer is no JSON. */
  readonly replyType?: 'text/html';
  /** What it may answer besides the problems that any call may: see `problemsOf`. */
  readonly errors?: readonly ProblemCode[];
  /** Calls a minute and caller, where the default does not fit. */
  readonly perMinute?: number;
}

/** An area of the API: its calls by name. */
export type Area = Readonly<Record<string, Route>>;

export const route = <const R extends Route>(declared: R): R => declared;

/** Every problem that a call may answer, those included that belong to every call of its kind. */
export function problemsOf(declared: Route): ProblemCode[] {
  const codes: ProblemCode[] = ['TooManyRequests', 'DatabaseUnavailable', 'Unexpected'];
  if (declared.params ?? declared.query ?? declared.body) codes.push('InvalidRequest', 'InvalidText');
  if (declared.body) codes.push('MalformedBody', 'TooDeep', 'BodyTooLarge', 'UnsupportedMediaType');
  if (!declared.access.includes('anyone')) codes.push('Unauthenticated');
  if (declared.access.includes('game') || declared.access.includes('operator')) codes.push('Forbidden');
  else if (!declared.access.includes('anyone')) codes.push('SignInAgain', 'AccountBlocked');
  // Those begin sessions, whoever calls.
  if (declared.path.startsWith('/auth/')) codes.push('AccountBlocked');
  return [...new Set([...codes, ...(declared.errors ?? [])])];
}

type Part<S> = S extends TSchema ? Static<S> : unknown;

/** What a caller passes: path, query and body parameters in one object. Their names are distinct within a call. */
export type Input<R extends Route> = Part<R['params']> & Part<R['query']> & Part<R['body']>;

export type Params<R extends Route> = Part<R['params']>;
export type Query<R extends Route> = Part<R['query']>;
export type Body<R extends Route> = Part<R['body']>;
export type Reply<R extends Route> = R['replyType'] extends string
  ? string
  : R['reply'] extends TSchema
    ? Static<R['reply']>
    : void;
