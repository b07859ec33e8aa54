import { Type } from 'typebox';
import { GameName, GameParams } from '#model/game.ts';
import { Locale } from '#model/locale-schema.ts';
import { Rating, Review } from '#model/review.ts';
import { allSessionKinds, route } from '#model/route.ts';
import { EmptyRequest, object, text } from '#model/schema.ts';

export const reviewRoutes = {
  get: route({
    method: 'POST',
    path: '/reviews/get',
    access: allSessionKinds,
    summary:
      "The caller's review of a game, whether they can review it, and whether the game may ask for a review now.",
    body: GameParams,
    reply: object({
      CanReview: Type.Boolean({ description: 'Only players of the game can review it' }),
      CanAsk: Type.Boolean({ description: 'False for 30 days after asking, and once there is a review' }),
      Review: Type.Optional(Review),
    }),
    errors: ['UnknownGame', 'SignInAgain'],
    perMinute: 120,
  }),
  ask: route({
    method: 'POST',
    path: '/reviews/ask',
    access: allSessionKinds,
    summary: 'Use the one time in 30 days that a game may ask its player for a review.',
    body: GameParams,
    reply: object({ Granted: Type.Boolean({ description: "False: don't ask the player now" }) }),
    errors: ['UnknownGame', 'SignInAgain'],
    perMinute: 60,
  }),
  save: route({
    method: 'POST',
    path: '/reviews/save',
    access: ['whole'],
    // Only `whole`: otherwise a game could submit reviews in its players' names.
    summary: 'Rate a game the caller has played, or change the review. Without a text, the earlier text stays.',
    body: object({ Game: GameName, Rating, Text: Type.Optional(text(1000)) }),
    reply: object({ Review }),
    errors: ['UnknownGame', 'GameNotConnected'],
    perMinute: 20,
  }),
};

export const favoriteRoutes = {
  list: route({
    method: 'POST',
    path: '/favorites/list',
    access: allSessionKinds,
    summary: "The caller's favourite games, newest first.",
    body: EmptyRequest,
    reply: object({ Games: Type.Array(GameName) }),
  }),
  add: route({
    method: 'POST',
    path: '/favorites/add',
    access: ['whole'],
    summary: 'Add a game to the favourites. `Added` is false if it was already there.',
    body: GameParams,
    reply: object({ Added: Type.Boolean() }),
    errors: ['UnknownGame', 'SignInAgain'],
    perMinute: 60,
  }),
  remove: route({
    method: 'POST',
    path: '/favorites/remove',
    access: ['whole'],
    summary: "Remove a game from the favourites. `Removed` is false if it wasn't there.",
    body: GameParams,
    reply: object({ Removed: Type.Boolean() }),
    errors: ['UnknownGame', 'SignInAgain'],
    perMinute: 60,
  }),
};

export const wordFilterRoutes = {
  filter: route({
    method: 'POST',
    path: '/words/filter',
    access: ['anyone'],
    summary: "Filter a text: words on the operator's list, or on the shipped one, are masked with asterisks.",
    body: object({
      Game: GameName,
      Text: text(4000),
      Locale: Type.Optional({
        ...Locale,
        description:
          "The language of the text, besides English; absent: the browser's. Only the shipped list depends on it",
      }),
    }),
    reply: object({ Text: text(4000), Changed: Type.Boolean() }),
    errors: ['UnknownGame'],
    perMinute: 600,
  }),
};
