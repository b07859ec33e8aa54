// Compresses pages, replies and game files. Files compressed at build time (the portal's assets, Unity builds) are sent
// as they are. A proxy that compresses by itself removes `accept-encoding`; COMPRESS=off is for proxies that don't.
//
// A reply that holds a secret is not compressed: an attacker who adds guesses to a request could learn the secret from
// the reply's length. See docs/decisions/0031.
import { finished, Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { compressBytes, chooseEncoding, type Encoding } from './compress-bytes.ts';
import { createCompressedFiles, type CompressedFiles } from './compressed-files.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    containsSecret?: boolean;
  }
}

// Smaller replies fit into one packet anyway.
const minBytes = 1024;
// Larger files are sent uncompressed the first time and compressed in the background.
const maxWaitedBytes = 1024 * 1024;

/** @param files whether to cache compressed game files */
export function compressReplies(app: FastifyInstance, { files = false }: { files?: boolean } = {}): void {
  const kept = files ? createCompressedFiles() : undefined;
  // A callback, because a promise for every small reply would cost more than the check.
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
  // Without a cache these are the portal's own files, compressed at build time.
  if (payload instanceof Readable && !kept) return false;
  return request.routeOptions.config.containsSecret !== true;
}

/** From here on the reply varies with `accept-encoding`, even if it is sent uncompressed. */
function wantedEncoding({ headers, method }: FastifyRequest, reply: FastifyReply): Encoding | undefined {
  addVary(reply);
  // Ranges refer to the uncompressed file.
  return method === 'HEAD' || headers.range !== undefined ? undefined : chooseEncoding(headers['accept-encoding']);
}

function markAs(reply: FastifyReply, encoding: Encoding, bytes: number): void {
  void reply.header('content-encoding', encoding).header('content-length', bytes);
  reply.removeHeader('accept-ranges');
}

// Cached replies are the same buffer each time, so their compressed bytes are cached, too.
const compressedBefore = new WeakMap<Buffer, Partial<Record<Encoding, Buffer>>>();

async function bytesFor(payload: string | Buffer, encoding: Encoding): Promise<Buffer> {
  if (typeof payload === 'string') return compressBytes(Buffer.from(payload), encoding);
  const known = compressedBefore.get(payload) ?? {};
  compressedBefore.set(payload, known);
  return (known[encoding] ??= await compressBytes(payload, encoding));
}

async function fileFor(
  kept: CompressedFiles,
  request: FastifyRequest,
  reply: FastifyReply,
  file: Readable,
  encoding: Encoding,
): Promise<Buffer | Readable | undefined> {
  const etag = reply.getHeader('etag');
  const bytes = Number(reply.getHeader('content-length'));
  // Without an ETag the cache could not notice a changed file.
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
  // Most replies are small. A UTF-16 unit takes at most three bytes, so short texts need no exact count.
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
