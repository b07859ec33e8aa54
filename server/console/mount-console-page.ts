// Serves the built console: one page for all addresses, and its files, which have a hash in their name.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { buildGameOrigin } from '#model/build-game-origin.ts';
import { noncePlaceholder } from '#model/page-placeholders.ts';
import type { Config } from '#server/config.ts';
import type { HeaderPolicy, ResponseHeaders } from '#server/http/headers.ts';

export interface ConsolePageOptions {
  readonly config: Pick<Config, 'gamesUrl' | 'publicUrl'>;
  readonly policy: HeaderPolicy;
  readonly folder: string;
}

export async function mountConsolePage(
  app: FastifyInstance,
  { config, policy, folder }: ConsolePageOptions,
): Promise<(request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>> {
  const page = (await readFile(join(folder, 'index.html'), 'utf8')).split(noncePlaceholder);
  const asset = policy.of('asset');
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    index: false,
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    decorateReply: false,
    setHeaders: (reply) => {
      reply.headers(asset);
    },
  });
  const common = { ...policy.of('api'), 'referrer-policy': 'no-referrer', 'cross-origin-opener-policy': 'same-origin' };
  const sendPage = async (_: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const nonce = randomBytes(16).toString('base64');
    return reply
      .headers({ ...common, 'content-security-policy': buildPolicy(nonce, config), 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(page.join(nonce));
  };
  app.get('/', sendPage);
  return sendPage;
}

/** Pictures of games and articles may be anywhere; previews of drafts are framed from the games' hosts. */
function buildPolicy(nonce: string, { gamesUrl, publicUrl }: ConsolePageOptions['config']): ResponseHeaders[string] {
  const games = buildGameOrigin(gamesUrl, '*');
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' https: data: blob: ${publicUrl.origin} ${games}`,
    "font-src 'self'",
    "connect-src 'self'",
    `frame-src ${games}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types fxid default',
  ].join('; ');
}
