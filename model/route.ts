// What a call of the HTTP API is. The contract declares routes, the server implements them, the client sends them, and
// the API page prints them: all from this one value.
import type { Static, TObject, TSchema } from 'typebox';
import type { ProblemCode } from './problem.ts';

/**
 * Who may call.
 * `anyone`: no token needed; a valid one is used when it is sent, and a stale one does no harm.
 * `player`: a session token of a player or guest.
 * `game`: the credential of a game's own server.
 */
export type Access = 'anyone' | 'player' | 'game';

export interface Route {
  readonly method: 'GET' | 'POST';
  /** Under /api/v1. A parameter is written `{Game}`. */
  readonly path: `/${string}`;
  readonly access: Access;
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
  /** It changes the account itself: a session that began with a game's word is not enough. */
  readonly needsOwnProof?: true;
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
  if (declared.access !== 'anyone') codes.push('Unauthenticated');
  if (declared.access === 'game') codes.push('Forbidden');
  if (declared.needsOwnProof) codes.push('SignInAgain');
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
