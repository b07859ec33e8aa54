// A bad network for one try and not for the rest of the laptop: the player's address says `lab-network=slow` or `down`, and
// calls of our API that come from that page are late, or their connection breaks.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Scenario } from '#platforms/scenario.ts';

/** The name in the player's address. */
export const networkParameter = 'lab-network';

const slowMs = 2000;

export function networkFaults(app: FastifyInstance, { delayMs = slowMs } = {}): void {
  app.addHook('onRequest', (request, reply, done) => {
    switch (findNetwork(request)) {
      case 'slow':
        // Not kept alive by it: a server that stops does not wait for whom it makes wait.
        setTimeout(done, delayMs).unref();
        return;
      case 'down':
        reply.hijack();
        request.raw.destroy();
        return;
      case 'usual':
        done();
    }
  });
}

function findNetwork({ url, headers }: FastifyRequest): Scenario['network'] {
  const { referer = '' } = headers;
  if (!url.startsWith('/api/') || !URL.canParse(referer)) return 'usual';
  const given = new URL(referer).searchParams.get(networkParameter);
  return given === 'slow' || given === 'down' ? given : 'usual';
}
