// The calls of a game about what its player thinks of it, and about words. The game is always the one in the frame.
import type { ResultOf } from '#bridge/protocol.ts';
import type { client as portalClient } from '#portal/api.ts';
import { answered } from './game-calls.ts';

export interface OpinionCalls {
  readonly review: () => ReturnType<Client['reviews']['get']>;
  /** Takes the one time in a while that the game may have its player asked; false: not now. */
  readonly takeReviewRequest: () => Promise<boolean>;
  readonly addFavorite: () => Promise<void>;
  /** Undefined: the game has none. */
  readonly communityUrl: () => Promise<string | undefined>;
  readonly filterWords: (text: string) => Promise<ResultOf<'WordsFilter'>>;
}

type Client = Pick<typeof portalClient, 'reviews' | 'favorites' | 'words' | 'games'>;

export function opinionCalls(game: string, client: Client): OpinionCalls {
  return {
    review: () => answered(() => client.reviews.get({ Game: game })),
    takeReviewRequest: async () => (await answered(() => client.reviews.ask({ Game: game }))).Granted,
    addFavorite: async () => {
      await answered(() => client.favorites.add({ Game: game }));
    },
    communityUrl: async () => {
      const { Links } = await answered(() => client.games.publicConfig({ Game: game }));
      return Links?.CommunityUrl ?? Links?.DiscordUrl;
    },
    filterWords: async (text) => {
      const { Text, Changed } = await answered(() => client.words.filter({ Game: game, Text: text }));
      return { text: Text, changed: Changed };
    },
  };
}
