// Their paths contain a content hash, so pictures are cached forever.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Problem } from '#model/problem.ts';
import type { HeaderPolicy } from '#server/http/headers.ts';
import { picturesPath } from './describe-picture.ts';
import { locatePictureFolder } from './picture-paths.ts';

export function mountPictures(
  app: FastifyInstance,
  { dataDir, policy }: { dataDir: string; policy: HeaderPolicy },
): void {
  app.get<{ Params: { hash: string; file: string } }>(
    `/${picturesPath}/:hash/:file`,
    { config: { call: 'pictures' } },
    async ({ params: { hash, file } }, reply) => {
      const type = /^(?:whole(?=\.webp)|[1-9]\d{0,4})\.(avif|webp)$/.exec(file)?.[1];
      if (type === undefined || !/^[0-9a-f]{32}$/.test(hash)) throw new Problem('NotFound');
      const bytes = await readFile(join(locatePictureFolder(dataDir, hash), file)).catch(
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') throw new Problem('NotFound');
          throw error;
        },
      );
      return reply
        .headers({ ...policy.of('asset'), 'cache-control': 'public, max-age=31536000, immutable' })
        .type(`image/${type}`)
        .send(bytes);
    },
  );
}
