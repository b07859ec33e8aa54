import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Problem } from '#model/problem.ts';
import { safeWebAddress } from '#model/safe-destination.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import type { HeaderPolicy } from '#server/http/headers.ts';
import { redirectSafely } from '#server/http/safe-redirect.ts';
import { buildSitemap, buildSitemapPart } from './build-sitemap.ts';
import { listSitemapEntries } from './list-sitemap-entries.ts';
import { buildPageUrl } from './page-links.ts';

export interface SiteFilesOptions {
  readonly config: Config;
  readonly database: Database;
  readonly policy: HeaderPolicy;
  readonly portalFolder: string;
  readonly readMark: () => Promise<string | undefined>;
}

export async function mountSiteFiles(app: FastifyInstance, options: SiteFilesOptions): Promise<void> {
  const { config, database, policy } = options;
  const icon = await readFile(join(options.portalFolder, 'favicon.ico'));
  const send = (reply: FastifyReply, type: string, bytes: string | Buffer) =>
    reply
      .headers({ ...policy.of('asset'), 'cache-control': 'public, max-age=3600' })
      .type(type)
      .send(bytes);

  // Personal pages carry `noindex`, which a crawler can only read if it may fetch them.
  const robots = ['User-agent: *', 'Disallow: /api/', '', `Sitemap: ${buildPageUrl(config, '/sitemap.xml')}`, ''].join(
    '\n',
  );
  app.get('/robots.txt', (_, reply) => send(reply, 'text/plain; charset=utf-8', robots));

  const xml = 'application/xml; charset=utf-8';
  app.get('/sitemap.xml', async (_, reply) =>
    send(reply, xml, buildSitemap(await listSitemapEntries(database, config), config)),
  );
  app.get<{ Params: { number: string } }>('/sitemap-:number(^\\d{1,4}$).xml', async ({ params }, reply) => {
    const part = buildSitemapPart(await listSitemapEntries(database, config), config, Number(params.number));
    if (part === undefined) throw new Problem('NotFound');
    return send(reply, xml, part);
  });

  app.get('/favicon.ico', async (_, reply) => {
    const mark = safeWebAddress(await options.readMark());
    return mark === undefined
      ? send(reply, 'image/x-icon', icon)
      : redirectSafely(reply.header('cache-control', 'public, max-age=3600'), mark, [new URL(mark).origin]);
  });
}
