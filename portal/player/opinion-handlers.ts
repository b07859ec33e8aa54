// What the own portal answers to a game about reviews, favourites, its community and words.
import { BridgeError } from '#bridge/bridge-error.ts';
import type { Handlers } from '#bridge/serve-port.browser.ts';
import { log } from '#portal/log.ts';
import type { PlayerPort } from './bridge-handlers.ts';

type OpinionPort = Pick<PlayerPort, 'game' | 'isSignedIn' | 'openModal' | 'opinions'>;

export function opinionHandlers(port: OpinionPort) {
  const { opinions } = port;
  return {
    CanReview: async () => ({
      canReview: await orElse(
        async () => (await opinions.review()).CanAsk,
        false,
        'Whether a review may be asked for is not known.',
      ),
    }),
    RequestReview: async () => {
      const mayAsk = await orElse(opinions.takeReviewRequest, false, 'The player could not be asked for a review.');
      if (mayAsk) await port.openModal('review', { game: port.game });
      return { shown: mayAsk };
    },
    ReviewInfo: () =>
      orElse(
        async () => {
          const { CanReview, Review } = await opinions.review();
          return { available: CanReview, ...(Review && { rating: Review.Rating }) };
        },
        { available: false },
        "The player's review could not be read.",
      ),
    AddToFavorites: async () => {
      if (!port.isSignedIn()) await port.openModal('signIn', { game: port.game });
      if (!port.isSignedIn()) throw new BridgeError('UserCancelled');
      await opinions.addFavorite();
      return { added: true };
    },
    JoinCommunity: async () => {
      const url = await opinions.communityUrl();
      if (url === undefined) throw new BridgeError('NotSupported', 'This game has no community address.');
      let joined = false;
      await port.openModal('community', { url, onJoined: () => (joined = true) });
      return { joined };
    },
    WordsFilter: ({ text }) => opinions.filterWords(text),
  } satisfies Handlers;
}

/** A failure about reviews is no game's business: it is logged, and the answer is that there is none. */
async function orElse<T>(ask: () => Promise<T>, otherwise: T, note: string): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    log.warn(note, error);
    return otherwise;
  }
}
