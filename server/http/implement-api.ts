// Mounts the contract on the server. A call without a handler does not compile.
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import type { Api } from '#contract/api.ts';
import { apiBase } from '#contract/api-base.ts';
import { api } from '#contract/api.ts';
import { Problem } from '#model/problem.ts';
import type { BodyOfRoute, ParamsOfRoute, QueryOfRoute, ReplyOfRoute, Route } from '#model/route.ts';
import type { CallApproval, CreateCallApproval } from '#server/features/approvals/call-approval.ts';
import type { CallAudit } from '#server/features/audit-log/audit-log.ts';
import type { GameKey, GameKeys } from '#server/features/game-keys/game-keys.ts';
import type { OperatorCaller } from '#server/features/operators/operator-caller.ts';
import { isSessionAllowed, isLimitedToOtherGame } from '#server/features/sessions/admit-session.ts';
import type { Session, Sessions } from '#server/features/sessions/sessions.ts';
import { readCaller, type Caller, type CountrySources } from './caller.ts';
import { createGameNameParameterReader, type ReadGameNameParameters } from './game-name-parameters.ts';
import type { ResponseHeaders } from './headers.ts';
import { auditCalls, type WriteReads } from './audit-calls.ts';
import { findOperatorRefusal, requireOwnGames } from './operator-access.ts';
import { canContainSecret } from './can-contain-secret.ts';
import { findOrCacheReplyBytes } from './cached-reply.ts';
import { createReplyChecker } from './validate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
    gameKey: GameKey | null;
    operator: OperatorCaller | null;
  }
  interface FastifyContextConfig {
    call?: string;
    /** The handler gets the body as bytes. */
    isBodyRaw?: boolean;
  }
}

export interface ApiCall<R extends Route> {
  readonly params: ParamsOfRoute<R>;
  readonly query: QueryOfRoute<R>;
  readonly body: BodyOfRoute<R>;
  /** The caller's session. For calls open to anyone it is loaded on demand. */
  readonly session: 'anyone' extends R['access'][number] ? () => Promise<Session | undefined> : Session;
  readonly gameKey: 'game' extends R['access'][number] ? GameKey : undefined;
  readonly operator: 'operator' extends R['access'][number] ? OperatorCaller : undefined;
  readonly audit: 'operator' extends R['access'][number] ? CallAudit : undefined;
  readonly console: 'console' extends R['access'][number] ? ConsoleCall : undefined;
  readonly approval: R['secondPerson'] extends true ? CallApproval : undefined;
  readonly caller: () => Caller;
}

/** The console's session cookie, which scripts can't read. */
export interface ConsoleCookie {
  readonly token: string | undefined;
  readonly set: (token: string) => void;
  readonly clear: () => void;
}

export interface ConsoleCall extends ConsoleCookie {
  /** The call's name and the request's id, for the audit log. */
  readonly action: string;
  readonly requestId: string;
}

export interface HtmlReply {
  readonly html: string;
  readonly headers: ResponseHeaders;
}

export type ApiCallHandler<R extends Route> = (
  call: ApiCall<R>,
) => Promise<R['replyType'] extends string ? HtmlReply : ReplyOfRoute<R>>;

export interface RawBodyCall<R extends Route> extends Pick<ApiCall<R>, 'session'> {
  /** Undefined if there was no body. */
  readonly body: Buffer | undefined;
}

const rawBodyHandlers = new WeakSet<object>();

/** Makes a handler that parses and checks the body itself, because that takes too long for the event loop. */
export function withRawBody<R extends Route>(
  handler: (call: RawBodyCall<R>) => ReturnType<ApiCallHandler<R>>,
): ApiCallHandler<R> {
  rawBodyHandlers.add(handler);
  return handler as unknown as ApiCallHandler<R>;
}

export type AreaHandlers<A extends keyof Api> = {
  [C in keyof Api[A] & string]: Api[A][C] extends Route ? ApiCallHandler<Api[A][C]> : never;
};

export type ApiHandlers = { [A in keyof Api]: AreaHandlers<A> };

export interface ImplementApiOptions {
  readonly sessions: Sessions;
  readonly gameKeys: Pick<GameKeys, 'find'>;
  readonly findOperator: (request: FastifyRequest) => Promise<OperatorCaller | undefined>;
  readonly writeReads: WriteReads;
  readonly createCallApproval: CreateCallApproval;
  /** On the console's host: the calls of operators and of the console itself. Absent: all calls but the console's own. */
  readonly console?: { readonly cookieOf: (request: FastifyRequest, reply: FastifyReply) => ConsoleCookie };
  readonly checkReplies: boolean;
  readonly countries: CountrySources;
  /** Multiplies the rate limits; 1 in production. */
  readonly limitFactor: number;
}

// The default for operators' calls, per caller and call: enough for one person, too slow for guessing keys.
const operatorsPerMinute = 60;
// A page of the console makes many calls, and its sessions can't be guessed.
const consolePerMinute = 600;

export function implementApi(app: FastifyInstance, handlers: ApiHandlers, options: ImplementApiOptions): void {
  app.decorateRequest('session', null);
  app.decorateRequest('gameKey', null);
  app.decorateRequest('operator', null);
  for (const [area, calls] of Object.entries(api)) {
    for (const [name, declared] of Object.entries(calls) as [string, Route][]) {
      if (!isOnHost(declared, options)) continue;
      const call = `${area}.${name}`;
      // `mount` passes each handler what its declaration requires.
      const own = (handlers as unknown as Record<string, Record<string, ApiCallHandler<Route>> | undefined>)[area]?.[
        name
      ];
      if (!own) throw new Error(`${call} is declared and not implemented.`);
      mount(app, call, declared, own, options);
    }
  }
}

const isOnHost = ({ access }: Route, { console }: ImplementApiOptions): boolean =>
  console ? access.includes('operator') || access.includes('console') : !access.includes('console');

function mount(
  app: FastifyInstance,
  name: string,
  declared: Route,
  handler: ApiCallHandler<Route>,
  options: ImplementApiOptions,
): void {
  const check =
    options.checkReplies && declared.reply && !declared.replyType
      ? createReplyChecker(declared.reply, name)
      : undefined;
  const isOpen = declared.access.includes('anyone');
  const isBodyRaw = rawBodyHandlers.has(handler);
  const readNamedGames = createGameNameParameterReader(declared);
  const perMinute = declared.perMinute ?? findOperatorLimit(declared, options);
  app.route({
    method: declared.method,
    url: apiBase + declared.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    ...(declared.bodyLimit !== undefined && { bodyLimit: declared.bodyLimit }),
    // Fastify would answer HEAD by running the GET handler.
    exposeHeadRoute: false,
    config: {
      ...(perMinute !== undefined && {
        rateLimit: { max: Math.ceil(perMinute * options.limitFactor), timeWindow: 60_000 },
      }),
      call: name,
      isBodyRaw,
      // Pages of the API confirm what a token allows, so they count as secret.
      containsSecret:
        declared.replyType !== undefined || (declared.reply !== undefined && canContainSecret(declared.reply)),
    },
    schema: {
      ...(declared.params && { params: declared.params }),
      ...(declared.query && { querystring: declared.query }),
      ...(declared.body && !isBodyRaw && { body: declared.body }),
      ...(declared.reply && !declared.replyType && { response: { 200: declared.reply } }),
    },
    preParsing: admit(declared, options),
    ...(declared.tokenField !== undefined && { preValidation: admitByField(declared, declared.tokenField, options) }),
    handler: async (request, reply) => {
      const session = isOpen
        ? async () =>
            countingSession(
              declared,
              await options.sessions.find(request.headers.authorization),
              readNamedGames(request),
            )
        : sessionFor(request, readNamedGames);
      const { operator } = request;
      if (operator) requireOwnGames(operator, declared, readNamedGames(request));
      const audit = operator ? auditCalls(operator, declared, { request, name, options }) : undefined;
      const { params, query, body } = request;
      const caller = (): Caller => readCaller(request, options.countries);
      const approval =
        operator && audit && declared.secondPerson
          ? options.createCallApproval({ operator, name, input: { params, query, body }, audit: audit.call })
          : undefined;
      const result = await handler({
        params,
        query,
        body,
        // `Call<R>` tells which of the two session types applies.
        session: session as ApiCall<Route>['session'],
        gameKey: (request.gameKey ?? undefined) as ApiCall<Route>['gameKey'],
        operator: (operator ?? undefined) as ApiCall<Route>['operator'],
        audit: audit?.call as ApiCall<Route>['audit'],
        approval: approval as ApiCall<Route>['approval'],
        console: (options.console && declared.access.includes('console')
          ? { ...options.console.cookieOf(request, reply), action: name, requestId: request.id }
          : undefined) as ApiCall<Route>['console'],
        caller,
      });
      await audit?.finish();
      request.replied = result;
      return answer(reply, declared, result, check);
    },
  });
}

const findOperatorLimit = ({ access }: Route, { console }: ImplementApiOptions): number | undefined =>
  access.includes('operator') ? (console ? consolePerMinute : operatorsPerMinute) : undefined;

function answer(
  reply: FastifyReply,
  declared: Route,
  result: unknown,
  check: ((result: unknown) => void) | undefined,
): FastifyReply {
  if (!declared.reply) return reply.code(204).send();
  if (declared.replyType) {
    // `Handler<R>` guarantees it.
    const { html, headers } = result as HtmlReply;
    return reply.headers(headers).type(`${declared.replyType}; charset=utf-8`).send(html);
  }
  const bytes = findOrCacheReplyBytes(result, () => {
    check?.(result);
    return reply.serialize(result) as string;
  });
  if (bytes) return reply.type('application/json; charset=utf-8').send(bytes);
  check?.(result);
  return reply.send(result);
}

/**
 * The session of a call that needs one. A session bound to one game may not name another; if the call may name a game
 * and names none, the session's game is used.
 */
function sessionFor(request: FastifyRequest, readNamedGames: ReadGameNameParameters): Session | undefined {
  const { session } = request;
  if (session?.game === undefined) return session ?? undefined;
  for (const { part, name, game } of readNamedGames(request)) {
    if (isLimitedToOtherGame(session, game)) throw new Problem('SignInAgain');
    if (game === undefined) part[name] = session.game;
  }
  return session;
}

/** On calls open to anyone, a session that the call doesn't accept, or one of another game, counts as none. */
function countingSession(
  declared: Route,
  session: Session | undefined,
  named: ReturnType<ReadGameNameParameters>,
): Session | undefined {
  if (!session || !isSessionAllowed(declared.access, session)) return undefined;
  return named.some(({ game }) => isLimitedToOtherGame(session, game)) ? undefined : session;
}

/**
 * Identifies the caller and checks the content type: after rate limits, before the body is read. Uses callbacks, since
 * a promise per request would cost more than the check.
 */
function admit(declared: Route, { sessions, gameKeys, findOperator }: ImplementApiOptions) {
  const wantedType = declared.bodyType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  const isOpen = declared.access.includes('anyone') || declared.access.includes('console');
  const isForGames = declared.access.includes('game');
  const isForOperators = declared.access.includes('operator');
  return (
    request: FastifyRequest,
    _: FastifyReply,
    payload: RequestPayload,
    done: (error: Error | null, payload?: RequestPayload) => void,
  ): void => {
    const next = (refusal: Problem | undefined): void => {
      const first = refusal ?? wrongType(declared, wantedType, request);
      if (first) done(first);
      else done(null, payload);
    };
    const nextAs = (session: Session | undefined): void => {
      request.session = session ?? null;
      next(session ? tooLittle(declared, session) : unauthenticated(declared));
    };
    const { authorization } = request.headers;
    // `admitByField` decides once the body is read.
    if (isOpen || (declared.tokenField !== undefined && authorization === undefined)) return next(undefined);
    if (isForGames) {
      const nextAsGame = (key: GameKey | undefined): void => {
        request.gameKey = key ?? null;
        next(key ? undefined : unauthenticated(declared));
      };
      gameKeys.find(authorization).then(nextAsGame, done);
      return;
    }
    if (isForOperators) {
      const nextAsOperator = (operator: OperatorCaller | undefined): void => {
        request.operator = operator ?? null;
        next(operator ? findOperatorRefusal(declared, operator) : unauthenticated(declared));
      };
      findOperator(request).then(nextAsOperator, done);
      return;
    }
    const remembered = sessions.remembered(authorization);
    if (remembered) return nextAs(remembered);
    sessions.find(authorization).then(nextAs, done);
  };
}

/** Identifies a caller without an Authorization header by the token in the body. */
function admitByField(declared: Route, field: string, { sessions }: ImplementApiOptions) {
  return async (request: FastifyRequest): Promise<void> => {
    if (request.headers.authorization !== undefined) return;
    const token = (request.body as Record<string, unknown> | null | undefined)?.[field];
    const session = typeof token === 'string' && token !== '' ? await sessions.find(`Bearer ${token}`) : undefined;
    const refusal = session ? tooLittle(declared, session) : unauthenticated(declared);
    if (refusal) throw refusal;
    request.session = session ?? null;
  };
}

function tooLittle(declared: Route, session: Session): Problem | undefined {
  return isSessionAllowed(declared.access, session) ? undefined : new Problem('SignInAgain');
}

function unauthenticated(declared: Route): Problem {
  if (declared.access.includes('operator'))
    return new Problem(
      'Unauthenticated',
      'This call needs an operator: a session of the console, or a key that was made with npm run operator-key.',
    );
  return declared.access.includes('game')
    ? new Problem('Unauthenticated', "This call needs the credential of a game's server.")
    : new Problem('Unauthenticated');
}

function wrongType(declared: Route, wanted: string, { headers }: FastifyRequest): Problem | undefined {
  if (!declared.body) return undefined;
  const type = headers['content-type'];
  if (type === wanted && headers['content-encoding'] === undefined) return undefined;
  const isEmpty =
    headers['content-length'] === '0' ||
    (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined);
  if (isEmpty && type === undefined) return undefined;
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity') {
    return new Problem('UnsupportedMediaType', 'Compressed bodies are not taken.');
  }
  if (type?.split(';', 1)[0]?.trim().toLowerCase() === wanted) return undefined;
  return new Problem('UnsupportedMediaType', `This call takes ${wanted}.`);
}
