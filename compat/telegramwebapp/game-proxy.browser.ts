// The vendor's older script, for games that a bot's message opens.
import { createGameEvents } from '../kit/game-events.browser.ts';
import type { PageLink } from '../kit/page-link.browser.ts';
import { callGame } from '../kit/settle.browser.ts';
import type { TelegramGameProxy } from './vendor-types.ts';

export function createGameProxy({ page, openSdk }: Pick<PageLink, 'page' | 'openSdk'>): TelegramGameProxy {
  const handlers = new Map<string, Set<(event: string, data: unknown) => unknown>>();
  return {
    initParams: {},
    onEvent: (event, handler) => {
      handlers.set(event, (handlers.get(event) ?? new Set()).add(handler));
    },
    receiveEvent: (event, data) => {
      for (const handler of handlers.get(event) ?? []) callGame(handler, event, data);
    },
    // There it shares the message with the score. Here it shares the game.
    shareScore: () => createGameEvents(openSdk).tell(({ ui }) => ui.shareLink(page.playUrl)),
    paymentFormSubmit: () => undefined,
  };
}
