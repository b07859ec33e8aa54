// The games' SDK at `/sdk/v1/sdk.js` and, never to change, at its exact version. Games load it from any origin, so the
// files say that everybody may have them; there is nothing in them but code. The npm package is at `/sdk/fxid-sdk.tgz`.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { HeaderPolicy } from './headers.ts';

export interface SdkFilesOptions {
  /** Where the build put the SDK: `dist/sdk`. */
  readonly folder: string;
  readonly policy: HeaderPolicy;
}

export async function mountSdkFiles(app: FastifyInstance, { folder, policy }: SdkFilesOptions): Promise<void> {
  // The npm package lies there too, unpacked, and is not served that way.
  const versions = (await readdir(folder)).filter((name) => /^v\d+(\.\d+\.\d+)?$/.test(name));
  if (versions.length === 0) throw new Error(`No version of the SDK is in ${folder}: run npm run build.`);
  const headers = {
    ...policy.of('asset'),
    'cross-origin-resource-policy': 'cross-origin',
    // With it a page can pin the file by its hash (`integrity`), and read its errors.
    'access-control-allow-origin': '*',
  };
  for (const version of versions) {
    const isExact = version.includes('.');
    await app.register(fastifyStatic, {
      root: join(folder, version),
      prefix: `/sdk/${version}/`,
      index: false,
      preCompressed: true,
      immutable: isExact,
      maxAge: isExact ? '1y' : '1h',
      decorateReply: false,
      setHeaders: (reply, path) => {
        reply.headers(headers);
        if (path.endsWith('.tgz')) reply.header('content-type', packageType);
      },
    });
  }
  await mountPackage(app, folder, headers);
}

const packageType = 'application/gzip';

/** The newest package, at an address that stays: kept by caches, but only used after asking whether it has changed. */
async function mountPackage(app: FastifyInstance, folder: string, headers: Record<string, string>): Promise<void> {
  const file = join(folder, 'fxid-sdk.tgz');
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw new Error(`The SDK's package is not at ${file}: run npm run build.`, { cause });
  });
  // By content, not by the file's time: all nodes of a portal must answer the same.
  const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
  app.get('/sdk/fxid-sdk.tgz', (request, reply) => {
    reply.headers({ ...headers, etag, 'cache-control': 'public, no-cache' });
    const known = request.headers['if-none-match']?.split(',').map((each) => each.trim().replace(/^W\//, ''));
    if (known?.some((each) => each === etag || each === '*')) return reply.code(304).send();
    return reply.type(packageType).send(bytes);
  });
}
