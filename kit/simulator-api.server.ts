// The API of a simulated vendor: credentials, forms and JSON in, JSON out, faults in the vendor's own shape.
import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export type SimulatorTexts = Readonly<Partial<Record<string, string>>>;

/** A fault as the vendor answers it. */
export class VendorFault extends Error {
  readonly status: number;
  readonly body: object;
  constructor(status: number, body: object) {
    super(`It answers ${status}.`);
    this.name = 'VendorFault';
    this.status = status;
    this.body = body;
  }
}

export interface SimulatorCall {
  /** Of the path, the query and the body, as far as they are texts; those of the path win. */
  readonly texts: SimulatorTexts;
  readonly body: unknown;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Gives the content of a 200; the reply itself where it was sent already; throws a VendorFault for a no. */
export type SimulatorAnswer = (call: SimulatorCall) => object | Promise<object>;

export interface SimulatorApi {
  get(path: string, answer: SimulatorAnswer): void;
  post(path: string, answer: SimulatorAnswer): void;
  put(path: string, answer: SimulatorAnswer): void;
  patch(path: string, answer: SimulatorAnswer): void;
}

/** @param check throws a VendorFault where the credentials are wrong */
export function createApi(
  app: FastifyInstance,
  check: (request: FastifyRequest) => void = () => undefined,
): SimulatorApi {
  takeForms(app);
  const handle = (answer: SimulatorAnswer) => async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      check(request);
      const { body } = request;
      const texts = { ...readFields(body), ...readFields(request.query), ...readFields(request.params) };
      const content = await answer({ texts, body, request, reply });
      return reply.sent ? reply : await reply.send(content);
    } catch (error) {
      if (!(error instanceof VendorFault)) throw error;
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

/** The texts and numbers of a form, an object, a query or a path. */
export function readFields(value: unknown): SimulatorTexts {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]: [string, unknown]) =>
      typeof each === 'string' || typeof each === 'number' ? [[name, String(each)]] : [],
    ),
  );
}

/** Lets an application read forms, once. */
export function takeForms(app: FastifyInstance): void {
  const type = 'application/x-www-form-urlencoded';
  if (app.hasContentTypeParser(type)) return;
  app.addContentTypeParser(type, { parseAs: 'string' }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
}

export interface ServedScript {
  /** The page around the game, which the script is told instead of `{page}`. */
  readonly pageOrigin?: string | undefined;
  readonly isBlocked?: (request: FastifyRequest) => boolean;
}

/** A script of the vendor, which pages of other origins load. */
export async function serveScript(
  app: FastifyInstance,
  path: string,
  file: URL | string,
  { pageOrigin = '', isBlocked = () => false }: ServedScript = {},
): Promise<void> {
  const script = await readFile(file, 'utf8');
  app.get(path, (request, reply) => {
    if (isBlocked(request)) return reply.code(404).send({ error: 'The script is blocked, as the scenario says.' });
    return reply
      .headers({ 'cross-origin-resource-policy': 'cross-origin', 'cache-control': 'no-cache' })
      .type('text/javascript; charset=utf-8')
      .send(script.replace('{page}', pageOrigin));
  });
}
