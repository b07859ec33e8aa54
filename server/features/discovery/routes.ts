// Finding games. Data that is the same for all visitors is cached for some seconds.
import type { GameCard } from '#contract/discovery.ts';
import { fallbackLocale, type Locale } from '#model/locale.ts';
import type { Database } from '#server/db/database.ts';
import { buildUnknownGameProblem } from '#server/db/require-game.ts';
import type { AreaHandlers } from '#server/http/implement.ts';
import { cacheReply } from '#server/http/cached-reply.ts';
import { browseGames, pageSize } from './browse-games.ts';
import { buildCard, type CardPlace, type CardRow } from './game-cards.ts';
import { keepForSeconds } from './keep-for-seconds.ts';
import { readFigures } from './read-figures.ts';
import { readKinds, type Kind } from './read-kinds.ts';
import { readNamed } from './read-named.ts';
import { readOwnGames } from './read-own-games.ts';
import { readRelated } from './read-related.ts';
import { readShelves } from './read-shelves.ts';

const keptSeconds = 10;

export function createDiscoveryRoutes({ kysely }: Database, place: CardPlace): AreaHandlers<'discovery'> {
  const cardsOf = (rows: readonly CardRow[], locale: Locale): GameCard[] =>
    rows.map((row) => buildCard(row, locale, place));
  const kept = { seconds: keptSeconds, now: place.now };
  const readRows = keepForSeconds(kept, () => readShelves(kysely));
  const readAllKinds = keepForSeconds(kept, async () => {
    const kinds = await readKinds(kysely);
    return cacheReply({ Genres: namesOf(kinds, 'Genre'), Tags: namesOf(kinds, 'Tag') });
  });
  const readInLanguage = keepForSeconds(kept, async (locale: Locale) => {
    const { rows, total, first, popular, newest, kinds } = await readRows('all');
    const Games = cardsOf(rows, locale);
    const ready = first.find((game) => Games.some((card) => card.GameSystemName === game && !card.InMaintenance));
    const featured = ready ?? first[0];
    return cacheReply({
      Total: total,
      Games,
      ...(featured !== undefined && { Featured: featured }),
      Popular: [...popular],
      New: [...newest],
      Kinds: kinds.map(({ kind, name, games }) => ({ Kind: kind, Name: name, Games: games })),
    });
  });
  return {
    shelves: ({ body }) => readInLanguage(body.Locale ?? fallbackLocale),
    kinds: () => readAllKinds('all'),
    own: async ({ body, session }) => {
      const { rows, played, favorites, friends } = await readOwnGames(kysely, session.accountId);
      return {
        Games: cardsOf(rows, body.Locale ?? fallbackLocale),
        Continue: [...played],
        Favorites: [...favorites],
        Friends: friends.map(({ game, friends: count }) => ({ Game: game, Friends: count })),
      };
    },
    browse: async ({ body, session }) => {
      const { rows, total } = await browseGames(kysely, body, (await session())?.accountId);
      return { Games: cardsOf(rows, body.Locale ?? fallbackLocale), Total: total, PageSize: pageSize };
    },
    named: async ({ body }) => ({
      Games: cardsOf(await readNamed(kysely, body.Games), body.Locale ?? fallbackLocale),
    }),
    about: async ({ body }) => {
      const [figures, related] = await Promise.all([readFigures(kysely, body.Game), readRelated(kysely, body.Game)]);
      if (!figures) throw buildUnknownGameProblem(body.Game);
      return {
        Plays: figures.plays,
        Players: figures.players,
        ...(figures.released_at && { ReleasedAt: figures.released_at.toISOString() }),
        Related: cardsOf(related, body.Locale ?? fallbackLocale),
      };
    },
  };
}

const namesOf = (kinds: readonly Kind[], wanted: Kind['kind']): { Name: string; Games: number }[] =>
  kinds.filter(({ kind }) => kind === wanted).map(({ name, games }) => ({ Name: name, Games: games }));
