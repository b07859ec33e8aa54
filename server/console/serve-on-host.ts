import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Requests for this host go to another application behind the same port. */
export function serveOnHost(app: FastifyInstance, host: string, other: FastifyInstance): void {
  app.addHook('onReady', async () => {
    await other.ready();
    const [own] = app.server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
    app.server.removeAllListeners('request');
    app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (isForHost(request, host)) other.routing(request, response);
      else own?.(request, response);
    });
  });
  app.addHook('onClose', () => other.close());
}

const isForHost = ({ headers }: IncomingMessage, host: string): boolean => headers.host?.toLowerCase() === host;
