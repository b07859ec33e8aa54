// The HTTP API of a simulated vendor, with errors in the vendor's format.
import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export type SimulatorParams = Readonly<Partial<Record<string, string>>>;

/** Handlers throw it to send an error in the vendor's format. */
export class SimulatedVendorError extends Error {
  readonly status: number;
  readonly body: object;
  constructor(status: number, body: object) {
    super(`The simulated vendor replies with status ${status}.`);
    this.name = 'VendorErrorReply';
    this.status = status;
    this.body = body;
  }
}

export interface SimulatorCall {
  /** Path parameters override the query, and the query overrides the body. */
  readonly texts: SimulatorParams;
  readonly body: unknown;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Returns the body of a 200, or the reply if it was already sent. */
export type SimulatorHandler = (call: SimulatorCall) => object | Promise<object>;

export interface SimulatorApi {
  get(path: string, answer: SimulatorHandler): void;
  post(path: string, answer: SimulatorHandler): void;
  put(path: string, answer: SimulatorHandler): void;
  patch(path: string, answer: SimulatorHandler): void;
}

/** @param check throws SimulatedVendorError if the credentials are wrong */
export function createSimulatorApi(
  app: FastifyInstance,
  check: (request: FastifyRequest) => void = () => undefined,
): SimulatorApi {
  addFormParser(app);
  const handle = (answer: SimulatorHandler) => async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      check(request);
      const { body } = request;
      const texts = {
        ...readSimulatorParams(body),
        ...readSimulatorParams(request.query),
        ...readSimulatorParams(request.params),
      };
      const content = await answer({ texts, body, request, reply });
      return reply.sent ? reply : await reply.send(content);
    } catch (error) {
      if (!(error instanceof SimulatedVendorError)) throw error;
      return reply.code(error.status).send(error.body);
    }
  };
  return {
    get: (path, answer) => void app.get(path, handle(answer)),
    post: (path, answer) => void app.post(path, handle(answer)),
    put: (path, answer) => void app.put(path, handle(answer)),
    patch: (path, answer) => void app.patch(path, handle(answer)),
  };
}

export function readSimulatorParams(value: unknown): SimulatorParams {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]: [string, unknown]) =>
      typeof each === 'string' || typeof each === 'number' ? [[name, String(each)]] : [],
    ),
  );
}

export function addFormParser(app: FastifyInstance): void {
  const type = 'application/x-www-form-urlencoded';
  if (app.hasContentTypeParser(type)) return;
  app.addContentTypeParser(type, { parseAs: 'string' }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
}

interface ServedScriptOptions {
  /** Replaces `{page}` in the script: the origin of the page around the game. */
  readonly pageOrigin?: string | undefined;
  readonly isBlocked?: (request: FastifyRequest) => boolean;
}

export async function serveScript(
  app: FastifyInstance,
  path: string,
  file: URL | string,
  { pageOrigin = '', isBlocked = () => false }: ServedScriptOptions = {},
): Promise<void> {
  const script = await readFile(file, 'utf8');
  app.get(path, (request, reply) => {
    if (isBlocked(request)) return reply.code(404).send({ error: 'The scenario blocks this script.' });
    return reply
      .headers({ 'cross-origin-resource-policy': 'cross-origin', 'cache-control': 'no-cache' })
      .type('text/javascript; charset=utf-8')
      .send(script.replace('{page}', pageOrigin));
  });
}
