// Compresses what is sent where nobody in front does it: pages, replies and the files of games. What was compressed before (the
// portal's assets, Unity's builds) goes as it is. A proxy passes a compressed answer on untouched, and one that wants to do it by
// itself does not send `accept-encoding` on; COMPRESS=off is for those that do neither.
//
// A reply that holds a secret is not compressed: whoever can make others' browsers send a guess beside it could read it from the
// length of the answer. Why that is only a second line of defence stands in docs/decisions/0031.
import { finished, Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { compressBytes, chooseEncoding, type Encoding } from './compress-bytes.ts';
import { createCompressedFiles, type CompressedFiles } from './compressed-files.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The reply holds a token or the like. */
    holdsSecret?: boolean;
  }
}

// Smaller ones fit into one packet anyway.
const minBytes = 1024;
// Larger files are sent as they are the first time, and compressed beside.
const maxWaitedBytes = 1024 * 1024;

/** @param files whether files are kept compressed: those that nobody compressed before */
export function compressReplies(app: FastifyInstance, { files = false }: { files?: boolean } = {}): void {
  const kept = files ? createCompressedFiles() : undefined;
  // A callback: most answers are small, and a promise for each would cost more than the look at it.
  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    const encoding = isWorthIt(request, reply, payload, kept) ? wantedEncoding(request, reply) : undefined;
    if (encoding === undefined) {
      done(null, payload);
      return;
    }
    const sending =
      payload instanceof Readable && kept
        ? fileFor(kept, request, reply, payload, encoding)
        : bytesFor(payload as string | Buffer, encoding);
    sending
      .then((sent) => {
        if (sent instanceof Buffer) markAs(reply, encoding, sent.length);
        return done(null, sent ?? payload);
      })
      .catch(done);
  });
}

function isWorthIt(request: FastifyRequest, reply: FastifyReply, payload: unknown, kept: unknown): boolean {
  const bytes = sizeOf(reply, payload);
  if (bytes === undefined || bytes < minBytes || !isCompressible(reply)) return false;
  // Files that nobody keeps are the portal's own, compressed when they were built.
  if (payload instanceof Readable && !kept) return false;
  return request.routeOptions.config.holdsSecret !== true;
}

/** From here on the answer depends on what the caller takes, also when it is sent as it is. */
function wantedEncoding({ headers, method }: FastifyRequest, reply: FastifyReply): Encoding | undefined {
  addVary(reply);
  // Parts are parts of the file as it is.
  return method === 'HEAD' || headers.range !== undefined ? undefined : chooseEncoding(headers['accept-encoding']);
}

function markAs(reply: FastifyReply, encoding: Encoding, bytes: number): void {
  void reply.header('content-encoding', encoding).header('content-length', bytes);
  reply.removeHeader('accept-ranges');
}

// Replies that many get alike are the same bytes each time.
const compressedBefore = new WeakMap<Buffer, Partial<Record<Encoding, Buffer>>>();

async function bytesFor(payload: string | Buffer, encoding: Encoding): Promise<Buffer> {
  if (typeof payload === 'string') return compressBytes(Buffer.from(payload), encoding);
  const known = compressedBefore.get(payload) ?? {};
  compressedBefore.set(payload, known);
  return (known[encoding] ??= await compressBytes(payload, encoding));
}

/** The bytes of a file, the stream that is sent in their place for now, or undefined where compressing gains nothing. */
async function fileFor(
  kept: CompressedFiles,
  request: FastifyRequest,
  reply: FastifyReply,
  file: Readable,
  encoding: Encoding,
): Promise<Buffer | Readable | undefined> {
  const etag = reply.getHeader('etag');
  const bytes = Number(reply.getHeader('content-length'));
  // Without a mark of its version nobody knows when it has changed.
  if (typeof etag !== 'string' || bytes > kept.maxBytes) return undefined;
  const key = `${encoding} ${request.hostname} ${request.url.split('?', 1)[0]} ${etag}`;
  const known = kept.find(key);
  if (known === 'no gain') return undefined;
  if (known) {
    file.destroy();
    return known;
  }
  if (bytes <= maxWaitedBytes) {
    const whole = await buffer(file);
    const compressed = await kept.add(key, whole, encoding);
    return compressed === 'no gain' ? Readable.from([whole]) : compressed;
  }
  if (!kept.begin(key)) return undefined;
  const giveUp = (error: unknown): void => {
    kept.giveUp(key);
    request.log.debug({ requestId: request.id, err: error }, 'A file of a game was not compressed.');
  };
  return collecting(file, (whole) => void kept.add(key, whole, encoding).catch(giveUp), giveUp);
}

/** The same stream, which also tells its bytes once all of them have gone through. */
function collecting(file: Readable, onWhole: (bytes: Buffer) => void, onBroken: (error: Error) => void): Readable {
  const chunks: Buffer[] = [];
  const through = new Transform({
    transform: (chunk: Buffer, _, done) => {
      chunks.push(chunk);
      done(null, chunk);
    },
    flush: (done) => {
      onWhole(Buffer.concat(chunks));
      done();
    },
  });
  finished(through, (error) => {
    if (!error) return;
    onBroken(error);
    file.destroy();
  });
  file.on('error', (error) => through.destroy(error));
  return file.pipe(through);
}

function sizeOf(reply: FastifyReply, payload: unknown): number | undefined {
  // Most replies are small. A letter takes three bytes at most, so that these need not be counted.
  if (typeof payload === 'string' && payload.length * 3 < minBytes) return undefined;
  if (reply.statusCode !== 200 || reply.hasHeader('content-encoding')) return undefined;
  if (typeof payload === 'string') return Buffer.byteLength(payload);
  if (payload instanceof Buffer) return payload.length;
  return payload instanceof Readable && reply.hasHeader('content-length')
    ? Number(reply.getHeader('content-length'))
    : undefined;
}

const compressibleType =
  /^(text\/(?!event-stream)|application\/([\w.+-]*\+)?(json|xml|javascript|wasm|octet-stream|manifest\+json)\b|image\/svg\+xml|font\/[ot]tf)/;

function isCompressible(reply: FastifyReply): boolean {
  const type = String(reply.getHeader('content-type') ?? '');
  return compressibleType.test(type) && !String(reply.getHeader('cache-control') ?? '').includes('no-transform');
}

function addVary(reply: FastifyReply): void {
  const vary = String(reply.getHeader('vary') ?? '');
  if (/\baccept-encoding\b|\*/i.test(vary)) return;
  void reply.header('vary', vary === '' ? 'accept-encoding' : `${vary}, accept-encoding`);
}
