// Simulates a bad network for one page: with `lab-network=slow` or `down` in its address, its API calls are delayed or
// cut off.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Scenario } from '#platforms/scenario.ts';

export const networkFaultParameterName = 'lab-network';

const slowMs = 2000;

export function simulateNetworkFaults(app: FastifyInstance, { delayMs = slowMs } = {}): void {
  app.addHook('onRequest', (request, reply, done) => {
    switch (findNetwork(request)) {
      case 'slow':
        // `unref`: a server that stops doesn't wait for delayed requests.
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
  const given = new URL(referer).searchParams.get(networkFaultParameterName);
  return given === 'slow' || given === 'down' ? given : 'usual';
}
