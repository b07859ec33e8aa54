// Webhook endpoints for payment providers and for platforms that handle payments: `/hooks/{folder}` with the portal's
// settings, `/hooks/{folder}/{Game}` with a game's. Bodies stay raw bytes, because signatures cover bytes. The adapter
// parses them, and all events are applied before the response, whose format the adapter defines.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Value } from 'typebox/value';
import { apiBase } from '#contract/api-base.ts';
import { GameName } from '#model/game.ts';
import { Problem } from '#model/problem.ts';
import type { Webhook, WebhookReply } from '#payments/port.server.ts';
import { findProviderAccount } from '../providers/provider-account.ts';
import { handleWebhook, type WebhooksDeps } from './handle-webhook.ts';

export async function mountWebhooks(app: FastifyInstance, deps: WebhooksDeps): Promise<void> {
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { folder, game } = request.params as { folder: string; game?: string };
    const webhook = readRequest(request);
    const provider = deps.providers.find((each) => each.folder === folder);
    if (!provider || (game !== undefined && !Value.Check(GameName, game))) throw new Problem('NotFound');
    const account = await findProviderAccount(deps, provider, game);
    if (!account) throw new Problem('NotConfigured', `Payment with ${provider.manifest.title} is not set up here.`);
    if (webhook.method === 'GET' && !provider.adapter.sendsWebhooksByGet) throw new Problem('NotFound');
    return sendAnswer(reply, await handleWebhook(deps, account, webhook));
  };
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_, body, done) => done(null, body));
    const options = { bodyLimit, config: { rateLimit: { max: perMinute, timeWindow: 60_000 } } };
    for (const path of [`${apiBase}/hooks/:folder`, `${apiBase}/hooks/:folder/:game`])
      scope.route({ ...options, method: ['GET', 'POST'], url: path, exposeHeadRoute: false, handler });
  });
}

const bodyLimit = 256 * 1024;
// A provider sends the webhooks of all buyers.
const perMinute = 6000;

function readRequest({ method, url, body, headers, ip }: FastifyRequest): Webhook {
  const queryAt = url.indexOf('?');
  const entries = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : value,
  ]);
  return {
    method: method === 'GET' ? 'GET' : 'POST',
    ...(queryAt >= 0 && { query: new URLSearchParams(url.slice(queryAt + 1)) }),
    body: body instanceof Buffer ? body : Buffer.alloc(0),
    headers: Object.fromEntries(entries) as Webhook['headers'],
    remoteAddress: ip,
  };
}

function sendAnswer(reply: FastifyReply, { status, headers = {}, body }: WebhookReply): FastifyReply {
  void reply.code(status).headers(headers);
  if (typeof body === 'string' && !reply.hasHeader('content-type')) void reply.type('text/plain; charset=utf-8');
  return body === undefined ? reply.send() : reply.send(body);
}
