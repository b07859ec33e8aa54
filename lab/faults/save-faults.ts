// Simulates trouble with saves for one page: with `lab-save=…` in its address, another device writes before its first write
// (`conflict`), its requests are cut off (`offline`), or its writes are too large (`full`).
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { apiBase } from '#contract/api-base.ts';
import { Problem } from '#model/problem.ts';

export const saveFaultParameterName = 'lab-save';

export function simulateSaveFaults(app: FastifyInstance): void {
  const disturbed = new Set<string>();
  app.addHook('onRequest', (request, reply, done) => {
    if (findSaveFault(request) !== 'offline') return done();
    reply.hijack();
    request.raw.destroy();
  });
  app.addHook('preHandler', async (request) => {
    const fault = findSaveFault(request);
    if (request.url !== `${apiBase}/saves/write`) return;
    if (fault === 'full') throw new Problem('SaveTooLarge');
    if (fault !== 'conflict') return;
    const { authorization = '' } = request.headers;
    const { Game } = request.body as { readonly Game: string };
    if (disturbed.has(`${authorization} ${Game}`)) return;
    disturbed.add(`${authorization} ${Game}`);
    await writeFromOtherDevice(app, authorization, Game);
  });
}

async function writeFromOtherDevice(app: FastifyInstance, authorization: string, game: string): Promise<void> {
  const call = (path: string, payload: object) =>
    app.inject({ method: 'POST', url: apiBase + path, headers: { authorization }, payload });
  const { Revision } = (await call('/saves/read', { Game: game })).json<{ Revision: number }>();
  await call('/saves/write', {
    Game: game,
    BaseRevision: Revision,
    WriteId: randomUUID(),
    Set: { 'written-by-the-lab': new Date().toISOString() },
    Summary: 'Written by the lab',
    Device: 'Another device',
  });
}

function findSaveFault({ url, headers: { referer = '' } }: FastifyRequest): string | null {
  if (!url.startsWith(`${apiBase}/saves/`) || !URL.canParse(referer)) return null;
  return new URL(referer).searchParams.get(saveFaultParameterName);
}
