// Sends a file of another node's build, which that node published in the database.
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface StoredAsset {
  readonly encoding: string;
  readonly bytes: Buffer;
}

/** The name is relative to the folder of a built portal, such as `assets/portal-Ab12Cd34.js`. */
export type FindAsset = (name: string) => Promise<StoredAsset | undefined>;

export async function sendAsset(
  { name, asset }: { name: string; asset: StoredAsset },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { encoding, bytes } = asset;
  const isTaken =
    encoding === 'identity' || /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(String(request.headers['accept-encoding']));
  if (encoding !== 'identity') void reply.header('vary', 'accept-encoding');
  if (encoding !== 'identity' && isTaken) void reply.header('content-encoding', encoding);
  return reply
    .code(200)
    .header('cache-control', 'public, max-age=31536000, immutable')
    .type(contentTypes[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream')
    .send(isTaken ? bytes : await promisify(brotliDecompress)(bytes));
}

const contentTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  json: 'application/json; charset=utf-8',
  woff2: 'font/woff2',
  png: 'image/png',
  webp: 'image/webp',
};
