// Decompresses game files for clients that don't accept their encoding, for example Brotli over plain http. The file is
// sent in full: byte ranges of the compressed file would not match.
import { pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseAcceptedEncodings } from '#server/http/compress-bytes.ts';

type Done = (error: Error | null, payload?: unknown) => void;

export const decompressionHooks = {
  onRequest: (request: FastifyRequest, _: FastifyReply, done: () => void): void => {
    const encoding = /\.(gz|br)(\?|$)/.exec(request.url)?.[1];
    if (encoding !== undefined && !understands(request, encoding === 'br' ? 'br' : 'gzip'))
      delete request.raw.headers.range;
    done();
  },
  onSend: (request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Done): void => {
    const encoding = String(reply.getHeader('content-encoding') ?? '');
    if (encoding === '' || understands(request, encoding)) {
      done(null, payload);
      return;
    }
    reply.removeHeader('content-encoding').removeHeader('content-length').removeHeader('accept-ranges');
    reply.removeHeader('etag');
    if (!(payload instanceof Readable) || request.method === 'HEAD') {
      done(null, payload);
      return;
    }
    const unpacked = encoding === 'br' ? createBrotliDecompress() : createGunzip();
    done(
      null,
      pipeline(payload, unpacked, (error) => {
        if (error) request.log.warn({ requestId: request.id, err: error }, "Decompressing a game's file failed.");
      }),
    );
  },
};

function understands({ headers }: FastifyRequest, encoding: string): boolean {
  const names = parseAcceptedEncodings(headers['accept-encoding']);
  return names.has(encoding) || names.has('*');
}
