// Mounts the simulated push service. Tests subscribe in place of a browser and read the messages.
import type { FastifyInstance } from 'fastify';
import { pushPath, type SimulatedPushService } from './push-service.ts';

export function mountPushService(app: FastifyInstance, service: SimulatedPushService): void {
  app.post<{ Body: { applicationServerKey: string } }>(`${pushPath}subscribe`, async ({ body }) =>
    service.subscribe(body.applicationServerKey),
  );
  app.get<{ Querystring: { endpoint: string } }>(`${pushPath}received`, async ({ query }) =>
    service.received(query.endpoint),
  );
  void app.register(async (scope) => {
    scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
    scope.post<{ Params: { id: string }; Body: Buffer }>(`${pushPath}:id`, async ({ params, headers, body }, reply) => {
      const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat()[0]]));
      const { status, headers: answered = {}, why = '' } = await service.receive(pushPath + params.id, given, body);
      return reply.code(status).headers(answered).type('text/plain; charset=utf-8').send(why);
    });
  });
}
