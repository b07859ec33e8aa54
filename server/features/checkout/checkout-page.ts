// The page in the checkout frame. Payment providers' scripts run only here: this origin stores nothing, and the portal,
// which holds the session, exchanges only messages with it. The page may load our own files and the origins that its
// provider's manifest declares. The server gives it the portal's exact origin.
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#model/problem.ts';
import type { ProviderManifest } from '#payments/port.ts';
import { escapeHtml } from '#server/http/escape-html.ts';
import type { ResponseHeaders } from '#server/http/headers.ts';
import { sendAsset, type FindAsset } from '#server/http/send-asset.ts';
import { providersWithAdapters } from './payment-options.ts';
import type { ReadProviderPageOrigins } from './read-provider-page-origins.ts';

export interface CheckoutPageOptions {
  readonly folder: string;
  readonly portalOrigin: string;
  /** Headers of all responses of the games' server; this page replaces their policies with its own. */
  readonly headers: ResponseHeaders;
  /** Origin of the simulated providers, on a developer's machine only. */
  readonly simulatorOrigin?: string | undefined;
  /** Finds files of builds that this node does not have. */
  readonly findAsset?: FindAsset | undefined;
  readonly readPageOrigins?: ReadProviderPageOrigins | undefined;
}

export type ServeCheckout = (
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply | Promise<FastifyReply>;

export async function renderCheckoutPage(options: CheckoutPageOptions): Promise<ServeCheckout> {
  const { folder, headers } = options;
  const files = existsSync(folder) ? await readFiles(folder) : new Map<string, Buffer>();
  const program = [...files.keys()].find((name) => /^checkout-[\w-]+\.js$/.test(name));
  if (program === undefined)
    throw new Error(`There is no program of the checkout in ${folder}. Build the portal with npm run build.`);
  return (path, request, reply) => {
    if (path === '') return sendPage(options, program, request, reply);
    if (!path.startsWith('assets/')) throw new Problem('NotFound');
    const name = path.slice('assets/'.length);
    const file = files.get(name);
    const own = { ...headers, 'cross-origin-resource-policy': 'same-origin', 'cache-control': forEver };
    if (file) return reply.headers(own).type('text/javascript; charset=utf-8').send(file);
    return sendOfOtherBuild(`checkout/${name}`, { ...options, headers: own }, request, reply);
  };
}

async function sendOfOtherBuild(
  name: string,
  { findAsset, headers }: CheckoutPageOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const asset = await findAsset?.(name);
  if (!asset) throw new Problem('NotFound');
  return sendAsset({ name, asset }, request, reply.headers(headers));
}

const forEver = 'public, max-age=31536000, immutable';

/** A few small files, kept in memory, so that no requested name reaches the file system. */
async function readFiles(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as [string, Buffer])),
  );
}

async function sendPage(
  options: CheckoutPageOptions,
  program: string,
  { url }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const asked = new URLSearchParams(url.split('?', 2)[1]).get('provider');
  const provider = providersWithAdapters.find(({ folder }) => folder === asked);
  if (!provider) throw new Problem('InvalidRequest', 'Say in `provider` whose form it is: the folder of its adapter.');
  const { folder, manifest } = provider;
  const origins = (await options.readPageOrigins?.(folder, manifest)) ?? [];
  return reply
    .headers({
      ...options.headers,
      'content-security-policy': policyOf(manifest, origins, options),
      // Wallets need this permission in frames of the provider; the policy above lists those frames.
      'permissions-policy': `${options.headers['permissions-policy']?.replace(/payment=\([^)]*\)/, 'payment=*')}`,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    })
    .type('text/html; charset=utf-8')
    .send(pageText(folder, options.portalOrigin, program));
}

function policyOf(
  { reaches = {} }: ProviderManifest,
  pageOrigins: readonly string[],
  { portalOrigin, simulatorOrigin }: Pick<CheckoutPageOptions, 'portalOrigin' | 'simulatorOrigin'>,
): string {
  const simulated = simulatorOrigin === undefined ? [] : [simulatorOrigin];
  const directive = (name: string, own: readonly string[], reached: readonly string[] = []): string[] => {
    const sources = [...new Set([...own, ...reached, ...simulated])];
    return sources.length > 0 ? [`${name} ${sources.join(' ')}`] : [];
  };
  return [
    "default-src 'none'",
    ...directive('script-src', ["'self'"], reaches.script),
    ...directive('style-src', [], reaches.style),
    ...directive('img-src', [], reaches.image),
    ...directive('frame-src', [], [...(reaches.frame ?? []), ...pageOrigins]),
    ...directive('connect-src', [], reaches.connect),
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'none'",
    `frame-ancestors ${portalOrigin}`,
  ].join('; ');
}

// Providers' forms assume a white background.
const pageText = (folder: string, portalOrigin: string, program: string): string => `<!doctype html>
<html lang="en" data-provider="${escapeHtml(folder)}" data-portal-origin="${escapeHtml(portalOrigin)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>Checkout</title>
<script type="module" src="/assets/${escapeHtml(program)}"></script>
</head>
<body>
<main id="form"></main>
</body>
</html>`;
