// A game's calls about reviews, favourites, community and the profanity filter, always for the game in the frame.
import i18next from 'i18next';
import type { ResultOf } from '#bridge/protocol.ts';
import { toLocale } from '#model/locale.ts';
import type { apiClient as portalClient } from '#portal/api.ts';
import { withBridgeErrors } from './game-calls.ts';

export interface FeedbackCalls {
  readonly review: () => ReturnType<Client['reviews']['get']>;
  /** Uses up the game's rare permission to ask for a review; false if it has none now. */
  readonly takeReviewRequest: () => Promise<boolean>;
  readonly addFavorite: () => Promise<void>;
  readonly communityUrl: () => Promise<string | undefined>;
  readonly filterWords: (text: string) => Promise<ResultOf<'WordsFilter'>>;
}

type Client = Pick<typeof portalClient, 'reviews' | 'favorites' | 'words' | 'games'>;

export function createFeedbackCalls(game: string, client: Client): FeedbackCalls {
  return {
    review: () => withBridgeErrors(() => client.reviews.get({ Game: game })),
    takeReviewRequest: async () => (await withBridgeErrors(() => client.reviews.ask({ Game: game }))).Granted,
    addFavorite: async () => {
      await withBridgeErrors(() => client.favorites.add({ Game: game }));
    },
    communityUrl: async () => {
      const { Links } = await withBridgeErrors(() => client.games.publicConfig({ Game: game }));
      return Links?.CommunityUrl ?? Links?.DiscordUrl;
    },
    filterWords: async (text) => {
      const words = { Game: game, Text: text, Locale: toLocale(i18next.language) };
      const { Text, Changed } = await withBridgeErrors(() => client.words.filter(words));
      return { text: Text, changed: Changed };
    },
  };
}
