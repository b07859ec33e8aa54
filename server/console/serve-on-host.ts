import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Requests for the address's host go to another application behind the same port. */
export function serveOnHost(app: FastifyInstance, address: URL, other: FastifyInstance): void {
  const isForHost = createHostMatcher(address);
  app.addHook('onReady', async () => {
    await other.ready();
    const [own] = app.server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
    app.server.removeAllListeners('request');
    app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (isForHost(request)) other.routing(request, response);
      else own?.(request, response);
    });
  });
  app.addHook('onClose', () => other.close());
}

/** Browsers leave the default port out of `Host`; programs may name it, and haproxy passes it on. */
function createHostMatcher({ host, protocol }: URL): (request: IncomingMessage) => boolean {
  const withPort = `${host}:${protocol === 'https:' ? 443 : 80}`;
  return ({ headers }) => {
    const asked = headers.host?.toLowerCase();
    return asked === host || asked === withPort;
  };
}
