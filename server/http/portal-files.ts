// The portal's files. What the build made has its hash in its name and is kept for ever; the page itself is made for each
// visit, because it carries the nonce of its policy, and tells the browser early what the first screen needs.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { noncePlaceholder } from '#model/page.ts';
import type { HeaderPolicy } from './headers.ts';

export interface PortalPage {
  /** The page between its nonces. */
  readonly parts: readonly string[];
  /** `Link` headers for what the first screen needs. */
  readonly hints: readonly string[];
}

export async function readPortalPage(folder: string): Promise<PortalPage> {
  const html = await readFile(join(folder, 'index.html'), 'utf8').catch((cause: unknown) => {
    throw new Error(`The portal in ${folder} cannot be read. Build it with "npm run build".`, { cause });
  });
  return { parts: html.split(noncePlaceholder), hints: hintsOf(html) };
}

export async function mountPortal(
  app: FastifyInstance,
  options: { folder: string; policy: HeaderPolicy },
): Promise<void> {
  const { folder, policy } = options;
  const page = await readPortalPage(folder);
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    index: false,
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    decorateReply: false,
    setHeaders: (reply) => {
      reply.headers(policy.of('asset'));
    },
  });
  app.get('/', (request, reply) => sendPage(request, reply, page, policy));
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: PortalPage, policy: HeaderPolicy): FastifyReply {
  // Only browsers that navigate understand an answer before the answer.
  if (request.headers['sec-fetch-mode'] === 'navigate' && page.hints.length > 0) {
    reply.raw.writeEarlyHints({ link: [...page.hints] });
  }
  const nonce = randomBytes(16).toString('base64');
  return reply
    .headers(policy.page({ nonce }))
    .header('link', page.hints.join(', '))
    .type('text/html; charset=utf-8')
    .send(page.parts.join(nonce));
}

/** Reads the scripts and styles that the built page names, in their order. */
function hintsOf(html: string): string[] {
  const scripts = [...html.matchAll(/<script[^>]+src="([^"]+)"/g)].map(
    ([, address]) => `<${address}>; rel=modulepreload`,
  );
  const preloads = [...html.matchAll(/<link rel="modulepreload"[^>]+href="([^"]+)"/g)].map(
    ([, address]) => `<${address}>; rel=modulepreload`,
  );
  const styles = [...html.matchAll(/<link rel="stylesheet"[^>]+href="([^"]+)"/g)].map(
    ([, address]) => `<${address}>; rel=preload; as=style; crossorigin`,
  );
  return [...styles, ...scripts, ...preloads];
}
