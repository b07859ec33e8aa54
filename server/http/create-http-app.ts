// A Fastify application as every one of ours begins: limits on everything that arrives, headers on everything that leaves,
// problems instead of errors, one log line a request. Both the portal's and the games' server are made from it.
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
import type { Headers } from './headers.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { isNavigation, isOutage, sendOutagePage } from './send-outage-page.ts';
import { describeProblem, problemType, findRetryAfterSeconds, toParserProblem, toProblem } from './problem-reply.ts';
import { parseForm, parseJson } from './read-body.ts';
import { createRefusalSampler } from './sample-refusals.ts';
import { createSerializer } from './serialize.ts';
import { describeSignIn } from './sign-in-outcome.ts';
import { createValidator } from './validate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the problem that was answered. */
    problem: ProblemCode | undefined;
    /** What a call has answered: a refusal may be a value. */
    replied: unknown;
    /** The route of a page that no route of the server answers, as the portal's router writes it. */
    pageRoute: string | undefined;
  }
  interface FastifyContextConfig {
    /** The answer stays open. */
    isStream?: boolean;
  }
}

export interface HttpAppOptions {
  readonly config: Config;
  readonly log: Log;
  readonly metrics: Metrics;
  /** On every answer, unless the answer sets its own. */
  readonly headers: Headers;
  /** Whether the end is near: connections are not kept then, so that callers come back to another node. */
  readonly stopping?: () => boolean;
  /** Whether it is there: requests that a proxy may send to another node are refused. */
  readonly leaving?: (() => boolean) | undefined;
  /** The page that answers a request with too many cookies; without it the answer is JSON. */
  readonly cookiesPage?: { readonly headers: Headers; readonly html: string };
}

const bodyLimit = 256 * 1024;
/** The proxies in `ops/` take as much, so that our own answer is the one that browsers get. */
export const maxHeaderBytes = 64 * 1024;
/** More than a browser sends: 180 cookies of 4 kB for one site. */
const maxDiscardedBytes = 1024 * 1024;
const discardTimeoutMs = 5000;

export function createHttpApp(options: HttpAppOptions): FastifyInstance {
  const app = openApp(options);
  readBodies(app);
  addHeaders(app, options);
  recordRequests(app, options);
  answerProblems(app, options);
  return app;
}

/** The bare application, with limits on what arrives. */
function openApp({ config, log, headers, cookiesPage }: HttpAppOptions): FastifyInstance {
  // Fastify's own type, so that applications are of one type whatever logger they have.
  const logger: FastifyBaseLogger = log;
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    // One logger for all: a child for each request would be made for the few that log anything besides their line.
    childLoggerFactory: (own) => own,
    trustProxy: config.trustedProxies > 0 ? (_: string, hop: number) => hop < config.trustedProxies : false,
    bodyLimit,
    routerOptions: { maxParamLength: 512, caseSensitive: true },
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1000, maxHeaderSize: maxHeaderBytes },
    // Refused below instead, with a code.
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
  // Node would answer other expectations by itself, without our headers.
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

/** Ours on every answer; whoever comes while it closes is refused. These run for every request: callbacks cost less than promises. */
function addHeaders(
  app: FastifyInstance,
  { headers, stopping = () => false, leaving = () => false }: HttpAppOptions,
): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    const isRepeatable = request.method === 'GET' || request.method === 'HEAD';
    if (isClosing) done(new Problem('Stopping'));
    else if (isRepeatable && leaving()) done(new Problem('NodeLeaving'));
    else done();
  });
  app.addHook('onSend', (_, reply, payload, done) => {
    // A connection that stays open after the answer would hold up the end.
    if (isClosing || stopping()) void reply.header('connection', 'close');
    done(null, payload);
  });
}

/** One log line for each, and the numbers. */
function recordRequests(app: FastifyInstance, { log, metrics }: HttpAppOptions): void {
  app.decorateRequest('problem', undefined);
  app.decorateRequest('replied', undefined);
  app.decorateRequest('pageRoute', undefined);
  const isRefusalLogged = createRefusalSampler(log);
  app.addHook('onResponse', (request, reply, done) => {
    const { config, url } = request.routeOptions;
    const call = config.call ?? request.pageRoute ?? url ?? 'unknown';
    const ms = reply.elapsedTime;
    // How long a stream was open says nothing about how fast it is.
    if (config.isStream !== true || reply.statusCode !== 200) metrics.observe(call, reply.statusCode, ms / 1000);
    const { problem } = request;
    if (problem !== undefined) metrics.count('fxid_problems_total', { call, code: problem });
    const signIn = describeSignIn(call, { body: request.body, problem, reply: request.replied });
    if (signIn) metrics.count('fxid_sign_ins_total', { ...signIn });
    if (reply.statusCode === 429 && !isRefusalLogged(request.ip)) {
      done();
      return;
    }
    // The pattern of the route and never the address: addresses hold tokens.
    log.info(
      {
        requestId: request.id,
        method: request.method,
        call,
        status: reply.statusCode,
        ms: Math.round(ms * 10) / 10,
        caller: callerKind(request),
        // What is undefined is left out.
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
    // A string passes by the serializer of the route's own reply.
    return reply
      .code(problem.status)
      .type(problemType)
      .serializer((text: string) => text)
      .send(JSON.stringify(describeProblem(problem, request.id, stripQuery(request.url), request.session?.accountId)));
  });
}

/**
 * Fastify closes the connection on a body that it refuses. Closed with bytes unread, TCP takes the answer back, and a proxy makes a
 * 502 of it. So the rest is read and dropped, as Node does with bodies that nobody asked for; it has as long as every request has. A
 * caller who keeps no connections, as a proxy may, has his closed after that.
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

/** Who called, as far as the call had to know: a player, a player whose session is good for one game, a game's server. */
function callerKind({ session, gameKey }: FastifyRequest): 'player' | 'player of a game' | 'game' | 'anyone' {
  if (session) return session.game === undefined ? 'player' : 'player of a game';
  return gameKey ? 'game' : 'anyone';
}

function parsedBy(parse: (bytes: Buffer) => unknown) {
  return (_: FastifyRequest, bytes: Buffer, done: (error: Error | null, body?: unknown) => void): void => {
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

/** The address without its query, which may hold tokens. */
export function stripQuery(url: string): string {
  const end = url.search(/[?#;]/);
  return (end < 0 ? url : url.slice(0, end)).slice(0, 2048);
}

function answerRaw(response: ServerResponse, problem: Problem, headers: Headers, requestId: string): void {
  response.writeHead(problem.status, { ...headers, 'x-request-id': requestId, 'content-type': problemType });
  response.end(JSON.stringify(describeProblem(problem, requestId, '')));
}

/**
 * Most headers that are too large are cookies, and a page can set them for every host of its site. The browser is told to delete
 * them, or it would get this answer for ever.
 */
function refuseCookies(socket: Socket, problem: Problem, headers: Headers, page: HttpAppOptions['cookiesPage']): void {
  const clearing = { ...headers, ...page?.headers, 'clear-site-data': '"cookies"', 'cache-control': 'no-store' };
  refuseOnSocket(socket, problem, clearing, page?.html);
  discardInput(socket);
}

/** Closed with bytes unread, TCP would take the answer back. */
function discardInput(socket: Socket): void {
  if (socket.destroyed) return;
  let bytes = 0;
  const timer = setTimeout(() => socket.destroy(), discardTimeoutMs);
  socket.once('close', () => clearTimeout(timer));
  // Those of the parser, which would refuse every further packet.
  socket.removeAllListeners('data');
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxDiscardedBytes) socket.destroy();
  });
  socket.resume();
}

/** For what is no HTTP request: there is nothing to reply to but the socket. */
function refuseOnSocket(socket: Socket, problem: Problem, headers: Headers, html?: string): void {
  if (!socket.writable || socket.destroyed) {
    socket.destroy();
    return;
  }
  const requestId = randomUUID();
  const body = html ?? JSON.stringify(describeProblem(problem, requestId, ''));
  const lines = Object.entries({
    ...headers,
    'x-request-id': requestId,
    'content-type': html === undefined ? problemType : 'text/html; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${problem.status} ${problem.code}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}
