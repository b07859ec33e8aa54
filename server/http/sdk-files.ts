// The games' SDK at `/sdk/v1/sdk.js` and, never to change, at its exact version. Games load it from any origin, so the
// files say that everybody may have them; there is nothing in them but code.
import { readdir } from 'node:fs/promises';
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
  // The npm package lies there too and is not served.
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
      setHeaders: (reply) => {
        reply.headers(headers);
      },
    });
  }
}
