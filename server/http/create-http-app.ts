// The Fastify application that the portal's and the games' servers are built on: limits on requests, headers on
// replies, errors as problems, one log line per request.
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { finished } from 'node:stream/promises';
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { Problem, type ProblemCode } from '#model/problem.ts';
import type { Config } from '#server/config.ts';
import { traceRequests } from '#server/tracing/trace-requests.ts';
import type { Tracing } from '#server/tracing/tracing.ts';
import type { ResponseHeaders } from './headers.ts';
import type { LeavePhase } from './leave-phase.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { isNavigation, isOutage, sendOutagePage } from './send-outage-page.ts';
import {
  describeProblem,
  problemContentType,
  findRetryAfterSeconds,
  toParserProblem,
  toProblem,
} from './problem-reply.ts';
import { parseForm, parseJson } from './read-body.ts';
import { createRateLimitLogSampler } from './sample-rate-limit-logs.ts';
import { createSerializer } from './serialize.ts';
import { describeSignInOutcome } from './sign-in-outcome.ts';
import { createValidator } from './validate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    problem: ProblemCode | undefined;
    /** The reply of a call: a rejection may be a value. */
    replied: unknown;
    /** The portal's route for a page that is served without a server route. */
    pageRoute: string | undefined;
  }
  interface FastifyContextConfig {
    isStream?: boolean;
  }
}

export interface HttpAppOptions {
  readonly config: Config;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly headers: ResponseHeaders;
  /**
   * Whether the node is shutting down: connections are closed after the reply, so that clients reconnect to another
   * node.
   */
  readonly stopping?: () => boolean;
  /** While it runs, requests that a proxy may repeat on another node are rejected. */
  readonly leavePhase?: LeavePhase | undefined;
  /** The page for a request with too many cookies; without it the reply is JSON. */
  readonly cookiesPage?: { readonly headers: ResponseHeaders; readonly html: string };
  readonly tracing?: Tracing | undefined;
}

const bodyLimit = 256 * 1024;
/** The proxies in `ops/` accept as much, so that browsers get our own reply. */
export const maxHeaderBytes = 64 * 1024;
/** More than a browser can send: 180 cookies of 4 kB for one site. */
const maxDiscardedBytes = 1024 * 1024;
const discardTimeoutMs = 5000;

export function createHttpApp(options: HttpAppOptions): FastifyInstance {
  const app = openApp(options);
  if (options.tracing) traceRequests(app, options.tracing);
  readBodies(app);
  addHeaders(app, options);
  recordRequests(app, options);
  answerProblems(app, options);
  return app;
}

function openApp({ config, log, headers, cookiesPage }: HttpAppOptions): FastifyInstance {
  // Fastify's own logger type, so that all applications have the same type.
  const logger: FastifyBaseLogger = log;
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    // One logger for all requests: few requests log more than their one line, so child loggers are not worth it.
    childLoggerFactory: (own) => own,
    trustProxy: config.trustedProxies > 0 ? (_: string, hop: number) => hop < config.trustedProxies : false,
    bodyLimit,
    routerOptions: { maxParamLength: 512, caseSensitive: true },
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1000, maxHeaderSize: maxHeaderBytes },
    // Rejected below with a problem code instead.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: true,
    clientErrorHandler: (error, socket) => {
      const problem = toParserProblem((error as { code?: string }).code);
      if (problem.code === 'HeadersTooLarge') refuseCookies(socket, problem, headers, cookiesPage);
      else refuseOnSocket(socket, problem, headers);
    },
    frameworkErrors: (error, request, reply) => {
      answerRaw(reply.raw, toProblem(error), headers, request.id);
    },
  });
  app.server.maxConnections = 10_000;
  app.server.maxRequestsPerSocket = 0;
  // Node would reject unknown expectations by itself, without our headers.
  app.server.on('checkExpectation', (request, response) => {
    response.setHeader('connection', 'close');
    answerRaw(response, new Problem('ExpectationFailed'), headers, randomUUID());
    request.resume();
  });
  return app;
}

function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, parsedBy(parseJson));
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, parsedBy(parseForm));
  app.setValidatorCompiler(({ schema, httpPart }) => {
    const part = httpPart as 'body' | 'querystring' | 'params' | 'headers';
    return createValidator(schema, part);
  });
  app.setSerializerCompiler(({ schema }) => createSerializer(schema));
}

/**
 * Sets our headers on every response and rejects requests during shutdown. These hooks run for every request and use
 * callbacks, which cost less than promises.
 */
function addHeaders(app: FastifyInstance, { headers, stopping = () => false, leavePhase }: HttpAppOptions): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    const isRepeatable = request.method === 'GET' || request.method === 'HEAD';
    const isLeaving = leavePhase?.isLeaving() === true;
    if (isLeaving && !isRepeatable) leavePhase.noteCall();
    if (isClosing) done(new Problem('Stopping'));
    else if (isLeaving && isRepeatable) done(new Problem('NodeLeaving'));
    else done();
  });
  app.addHook('onSend', (_, reply, payload, done) => {
    // A kept-alive connection would delay the shutdown.
    if (isClosing || stopping()) void reply.header('connection', 'close');
    done(null, payload);
  });
}

function recordRequests(app: FastifyInstance, { log, metrics }: HttpAppOptions): void {
  app.decorateRequest('problem', undefined);
  app.decorateRequest('replied', undefined);
  app.decorateRequest('pageRoute', undefined);
  const isRefusalLogged = createRateLimitLogSampler(log);
  app.addHook('onResponse', (request, reply, done) => {
    const { config, url } = request.routeOptions;
    const call = config.call ?? request.pageRoute ?? url ?? 'unknown';
    const ms = reply.elapsedTime;
    // The duration of a stream says nothing about speed.
    if (config.isStream !== true || reply.statusCode >= 300) metrics.observe(call, reply.statusCode, ms / 1000);
    const { problem } = request;
    if (problem !== undefined) metrics.count('fxid_problems_total', { call, code: problem });
    const signIn = describeSignInOutcome(call, { body: request.body, problem, reply: request.replied });
    if (signIn) metrics.count('fxid_sign_ins_total', { ...signIn });
    if (reply.statusCode === 429 && !isRefusalLogged(request.ip)) {
      done();
      return;
    }
    // Logs the route's pattern, never the address: addresses contain tokens.
    log.info(
      {
        requestId: request.id,
        method: request.method,
        call,
        status: reply.statusCode,
        ms: Math.round(ms * 10) / 10,
        caller: callerKind(request),
        problem,
      },
      'request',
    );
    done();
  });
}

function answerProblems(app: FastifyInstance, { log }: HttpAppOptions): void {
  app.setErrorHandler((thrown, request, reply) => {
    const problem = toProblem(thrown);
    request.problem = problem.code;
    if (problem.status >= 500) log.error({ requestId: request.id, err: problem.cause ?? problem }, problem.title);
    const retryAfter = findRetryAfterSeconds(problem.code);
    if (retryAfter !== undefined) void reply.header('retry-after', retryAfter);
    if (problem.code === 'Unauthenticated') void reply.header('www-authenticate', 'Bearer');
    readToTheEnd(request, reply);
    if (isOutage(problem) && isNavigation(request)) return sendOutagePage(request, reply.code(problem.status));
    // A string bypasses the serializer of the route's reply. Without the header, a CDN may keep a 404.
    return reply
      .code(problem.status)
      .header('cache-control', 'no-store')
      .type(problemContentType)
      .serializer((text: string) => text)
      .send(JSON.stringify(describeProblem(problem, request.id, stripQuery(request.url), request.session?.accountId)));
  });
}

/**
 * Fastify closes the connection when it rejects a body. If bytes are left unread, TCP discards our reply and a proxy
 * answers 502. So the rest of the body is read and dropped, within the request's time limit. Clients without keep-alive
 * are disconnected afterwards.
 */
function readToTheEnd({ raw }: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader('connection');
  if (raw.complete) return;
  if (!reply.raw.shouldKeepAlive) {
    void reply.header('connection', 'keep-alive');
    void Promise.allSettled([finished(raw), finished(reply.raw)]).then(() => raw.socket.end());
  }
  raw.resume();
}

/**
 * The type of caller, if the call identified it: a player, a player whose session is bound to one game, or a game's
 * server.
 */
function callerKind({ session, gameKey }: FastifyRequest): 'player' | 'player of a game' | 'game' | 'anyone' {
  if (session) return session.game === undefined ? 'player' : 'player of a game';
  return gameKey ? 'game' : 'anyone';
}

function parsedBy(parse: (bytes: Buffer) => unknown) {
  return (request: FastifyRequest, bytes: Buffer, done: (error: Error | null, body?: unknown) => void): void => {
    if (request.routeOptions.config.isBodyRaw === true) return done(null, bytes);
    let body: unknown;
    try {
      body = parse(bytes);
    } catch (error) {
      done(error as Error);
      return;
    }
    done(null, body);
  };
}

/** Removes the query, which may contain tokens. */
export function stripQuery(url: string): string {
  const end = url.search(/[?#;]/);
  return (end < 0 ? url : url.slice(0, end)).slice(0, 2048);
}

function answerRaw(response: ServerResponse, problem: Problem, headers: ResponseHeaders, requestId: string): void {
  response.writeHead(problem.status, { ...headers, 'x-request-id': requestId, 'content-type': problemContentType });
  response.end(JSON.stringify(describeProblem(problem, requestId, '')));
}

/**
 * Too large headers are mostly cookies, which a game can set for all hosts of its site. The response deletes them;
 * otherwise the browser would get this error forever.
 */
function refuseCookies(
  socket: Socket,
  problem: Problem,
  headers: ResponseHeaders,
  page: HttpAppOptions['cookiesPage'],
): void {
  const clearing = { ...headers, ...page?.headers, 'clear-site-data': '"cookies"', 'cache-control': 'no-store' };
  refuseOnSocket(socket, problem, clearing, page?.html);
  discardInput(socket);
}

/** If the socket is closed with unread bytes, TCP discards our reply. */
function discardInput(socket: Socket): void {
  if (socket.destroyed) return;
  let bytes = 0;
  const timer = setTimeout(() => socket.destroy(), discardTimeoutMs);
  socket.once('close', () => clearTimeout(timer));
  // Removes the parser's listeners, which would reject every further packet.
  socket.removeAllListeners('data');
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxDiscardedBytes) socket.destroy();
  });
  socket.resume();
}

/** Replies on the socket, because there is no valid HTTP request to reply to. */
function refuseOnSocket(socket: Socket, problem: Problem, headers: ResponseHeaders, html?: string): void {
  if (!socket.writable || socket.destroyed) {
    socket.destroy();
    return;
  }
  const requestId = randomUUID();
  const body = html ?? JSON.stringify(describeProblem(problem, requestId, ''));
  const lines = Object.entries({
    ...headers,
    'x-request-id': requestId,
    'content-type': html === undefined ? problemContentType : 'text/html; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${problem.status} ${problem.code}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}
