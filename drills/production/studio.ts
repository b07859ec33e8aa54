// A game's server: accepts deliveries as the purchase guide describes, with the library that the guide names.
import type { FastifyInstance } from 'fastify';
import { Webhook } from 'standardwebhooks';

export interface ReceivedDelivery {
  readonly type: string;
  readonly isSigned: boolean;
  readonly data: { readonly order_id: string; readonly products: readonly { readonly sku: string }[] };
}

/** `PUT /secret` stores the secret from the operator; `GET /received.json` lists the accepted deliveries. */
export function mountStudio(app: FastifyInstance): void {
  const received: ReceivedDelivery[] = [];
  let secret = '';
  // The signature covers the raw bytes.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body));
  app.put('/secret', async ({ body }, reply) => {
    secret = String(body);
    return reply.code(204).send();
  });
  app.post('/hooks', async ({ body, headers }, reply) => {
    const text = String(body);
    const isSigned = verify(text, headers, secret);
    received.push({ ...(JSON.parse(text) as ReceivedDelivery), isSigned });
    return reply.code(isSigned ? 204 : 401).send();
  });
  app.get('/received.json', async () => received);
}

function verify(body: string, headers: object, secret: string): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}
