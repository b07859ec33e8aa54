// The part of Telegram's web client that starts a Mini App: a page on its own host that frames the game with launch
// data signed for its bot.
import type { FastifyInstance } from 'fastify';
import { simulator } from '#platforms/telegram/simulator.server.ts';
import { defaultScenario } from '#platforms/scenario.ts';
import { buildSimulatedPlayer } from '#lab/model/simulated-players.ts';
import { gameName, portalUrl } from './internet.ts';

export function mountTelegramClient(app: FastifyInstance): void {
  app.get('/k/', async (_, reply) => {
    const place = { at: 'https://api.telegram.org', hookUrl: '', now: () => new Date() };
    const { fragment = '' } = await simulator.launch(
      buildSimulatedPlayer('registered', 'telegram'),
      defaultScenario,
      place,
    );
    const address = `${portalUrl}/play/${gameName}/iframe/telegram#${fragment}`;
    return reply
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><title>Telegram Web</title><iframe src="${address.replaceAll('"', '&quot;')}" width="900" height="700"></iframe>`,
      );
  });
}
