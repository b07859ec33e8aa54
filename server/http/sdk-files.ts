// Serves the SDK at `/sdk/v1/sdk.js` and, immutable, at its exact version. Games load it from any origin, so CORS
// allows all. The npm package is at `/sdk/fxid-sdk.tgz`.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { HeaderPolicy } from './headers.ts';

export interface SdkFilesOptions {
  readonly folder: string;
  readonly policy: HeaderPolicy;
}

export async function mountSdkFiles(app: FastifyInstance, { folder, policy }: SdkFilesOptions): Promise<void> {
  // The unpacked npm package is in the same folder and is not served.
  // `compat` has the programs for games that were built for other portals.
  const versions = (await readdir(folder)).filter((name) => /^(v\d+(\.\d+\.\d+)?|compat)$/.test(name));
  if (!versions.some((name) => name.startsWith('v')))
    throw new Error(`No version of the SDK is in ${folder}: run npm run build.`);
  const headers = {
    ...policy.of('asset'),
    'cross-origin-resource-policy': 'cross-origin',
    // Lets a page pin the file with `integrity` and read its errors.
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

async function mountPackage(app: FastifyInstance, folder: string, headers: Record<string, string>): Promise<void> {
  const file = join(folder, 'fxid-sdk.tgz');
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw new Error(`The SDK's package is not at ${file}: run npm run build.`, { cause });
  });
  // From the content, not the file's time, so that all nodes agree.
  const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
  app.get('/sdk/fxid-sdk.tgz', (request, reply) => {
    reply.headers({ ...headers, etag, 'cache-control': 'public, no-cache' });
    const known = request.headers['if-none-match']?.split(',').map((each) => each.trim().replace(/^W\//, ''));
    if (known?.some((each) => each === etag || each === '*')) return reply.code(304).send();
    return reply.type(packageType).send(bytes);
  });
}
