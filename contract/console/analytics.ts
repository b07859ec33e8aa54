// Figures by day: of the portal, or of one game.
import { Type } from 'typebox';
import { Day, GameDay } from '#model/game-day.ts';
import { GameName } from '#model/game.ts';
import { route } from '#model/route.ts';
import { object, oneOf, text } from '#model/schema.ts';

const period = { From: Type.Optional(Day), To: Type.Optional(Day) };
const count = Type.Integer({ minimum: 0 });

export const GameTotals = object({
  Game: GameName,
  Name: text(200),
  NewPlayers: count,
  Sessions: count,
  Visits: count,
  Orders: count,
  RevenueUsdMinor: count,
  RefundedUsdMinor: count,
});

const read = { access: ['operator'], permission: 'analytics.read' } as const;

export const operatorAnalyticsRoutes = {
  days: route({
    method: 'GET',
    path: '/operator/analytics/days',
    ...read,
    summary:
      'The figures of the portal or of one game by day, computed every hour. By default the last 30 days, at most 366. On the whole portal a player of two games counts once.',
    query: object({ Game: Type.Optional(GameName), ...period }),
    reply: object({ Days: Type.Array(GameDay) }),
    errors: ['UnknownGame'],
  }),
  games: route({
    method: 'GET',
    path: '/operator/analytics/games',
    ...read,
    limitsToGames: true,
    summary: 'The games with the highest totals of a period.',
    query: object({
      ...period,
      OrderBy: Type.Optional(
        oneOf(['RevenueUsdMinor', 'Sessions', 'NewPlayers', 'Visits'], { description: 'Default: RevenueUsdMinor' }),
      ),
      Limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Default: 50' })),
    }),
    reply: object({ Games: Type.Array(GameTotals) }),
  }),
  export: route({
    method: 'GET',
    path: '/operator/analytics/export',
    ...read,
    summary: 'The figures by day as CSV.',
    query: object({ Game: Type.Optional(GameName), ...period }),
    reply: object({ Csv: Type.String({ maxLength: 1_000_000 }) }),
    errors: ['UnknownGame'],
  }),
};
