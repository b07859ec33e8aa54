// Their paths contain a content hash, so pictures are cached forever.
import type { FastifyInstance } from 'fastify';
import { Problem } from '#model/problem.ts';
import { reportStoreOutage } from '#server/build-store/report-store-outage.ts';
import type { HeaderPolicy } from '#server/http/headers.ts';
import type { Log } from '#server/http/log.ts';
import { picturesPath } from './describe-picture.ts';
import type { PictureFiles } from './picture-files.ts';

export function mountPictures(
  app: FastifyInstance,
  {
    pictureFiles,
    policy,
    log,
  }: { pictureFiles: Pick<PictureFiles, 'read'>; policy: HeaderPolicy; log: Pick<Log, 'warn'> },
): void {
  app.get<{ Params: { hash: string; file: string } }>(
    `/${picturesPath}/:hash/:file`,
    { config: { call: 'pictures' } },
    async ({ params: { hash, file } }, reply) => {
      const type = /^(?:whole(?=\.webp)|[1-9]\d{0,4})\.(avif|webp)$/.exec(file)?.[1];
      if (type === undefined || !/^[0-9a-f]{32}$/.test(hash)) throw new Problem('NotFound');
      const bytes = await pictureFiles.read(hash, file).catch((error: unknown) => {
        throw reportStoreOutage(error, log);
      });
      if (!bytes) throw new Problem('NotFound');
      return reply
        .headers({ ...policy.of('asset'), 'cache-control': 'public, max-age=31536000, immutable' })
        .type(`image/${type}`)
        .send(bytes);
    },
  );
}
