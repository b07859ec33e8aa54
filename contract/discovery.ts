// Finding games: the shelves of the home page, search, and statistics and similar games for a game.
import { Type, type Static } from 'typebox';
import { GameName, GameOrientation, GameParams } from '#model/game.ts';
import { gameSorts } from '#model/game-sort.ts';
import { Locale } from '#model/locale-schema.ts';
import { Picture } from '#model/picture.ts';
import { route } from '#model/route.ts';
import { instant, object, oneOf, text } from '#model/schema.ts';
import { GameListOptions, gameSummaryFields } from './games.ts';

export const GameCard = object({
  ...gameSummaryFields,
  Tags: Type.Array(text(40)),
  IsNew: Type.Boolean({ description: 'Released within the last 30 days' }),
  Plays: Type.Integer({ minimum: 0, description: 'Number of starts by players with an account' }),
  WidePicture: Type.Optional(Picture),
});
export type GameCard = Static<typeof GameCard>;

const Cards = Type.Array(GameCard);
const Names = Type.Array(GameName);
const count = Type.Integer({ minimum: 0 });
const InLanguage = { Locale: Type.Optional(Locale) };

export const GameCategory = object({ Name: text(40), Games: count });
export const GameShelf = object({ Kind: oneOf(['Genre', 'Tag']), Name: text(40), Games: Names });

export const GameSearch = object({
  ...InLanguage,
  Search: Type.Optional(text(100, { description: 'A name in any language or part of one; typos are tolerated' })),
  Genre: Type.Optional(text(40)),
  Tag: Type.Optional(text(40)),
  Orientation: Type.Optional(GameOrientation),
  Sort: Type.Optional(oneOf(gameSorts, { description: 'Absent: best match for a search, otherwise most played' })),
  Page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
});
export type GameSearch = Static<typeof GameSearch>;

export const discoveryRoutes = {
  shelves: route({
    method: 'POST',
    path: '/games/shelves',
    access: ['anyone'],
    summary: 'The shelves of the home page, the same for everyone: most played, new, and the largest categories.',
    body: GameListOptions,
    reply: object({
      Total: count,
      Games: Cards,
      Featured: Type.Optional(GameName),
      Popular: Names,
      New: Names,
      Kinds: Type.Array(GameShelf),
    }),
  }),
  own: route({
    method: 'POST',
    path: '/games/own',
    access: ['handed', 'whole'],
    summary: "The caller's own shelves: recently played, favourites, and what friends play.",
    body: GameListOptions,
    reply: object({
      Games: Cards,
      Continue: Names,
      Favorites: Names,
      Friends: Type.Array(object({ Game: GameName, Friends: count })),
    }),
  }),
  browse: route({
    method: 'POST',
    path: '/games/browse',
    access: ['anyone', 'handed', 'whole'],
    summary:
      "One page of games that match a search and filters. Without a search or sort order, the caller's favourites come first, then the games they play. Callers with the feature ListGames also see hidden games.",
    body: GameSearch,
    reply: object({ Games: Cards, Total: count, PageSize: count }),
    perMinute: 240,
  }),
  named: route({
    method: 'POST',
    path: '/games/named',
    access: ['anyone', 'handed', 'whole'],
    summary:
      'The games with these names. Unknown games are left out, and hidden ones unless the caller has the feature ListGames.',
    body: object({ ...InLanguage, Games: Type.Array(GameName, { minItems: 1, maxItems: 100 }) }),
    reply: object({ Games: Cards }),
  }),
  kinds: route({
    method: 'GET',
    path: '/games/kinds',
    access: ['anyone'],
    summary: 'All genres and tags, largest first.',
    reply: object({ Genres: Type.Array(GameCategory), Tags: Type.Array(GameCategory) }),
  }),
  about: route({
    method: 'POST',
    path: '/games/about',
    access: ['anyone', 'handed', 'whole'],
    summary: 'How often a game is played, its release date, and similar games.',
    body: object({ ...GameParams.properties, ...InLanguage }),
    reply: object({
      Plays: count,
      Players: count,
      ReleasedAt: Type.Optional(instant),
      HasAchievements: Type.Optional(Type.Boolean()),
      Related: Cards,
    }),
    errors: ['UnknownGame'],
  }),
};
