import { Type } from 'typebox';
import { AnalyticsEnvelope } from '#model/analytics.ts';
import { BridgeErrorReport } from '#model/bridge-error-report.ts';
import { GameErrorReport } from '#model/game-error-report.ts';
import { Day, GameDay } from '#model/game-day.ts';
import { allSessionKinds, route } from '#model/route.ts';
import { object } from '#model/schema.ts';

export const analyticsRoutes = {
  track: route({
    method: 'POST',
    path: '/analytics/track',
    access: ['anyone', ...allSessionKinds],
    summary:
      'Record a batch of analytics events. The reply comes once they are stored. On Overloaded or DatabaseUnavailable send the batch again after `Retry-After`.',
    body: AnalyticsEnvelope,
    bodyLimit: 1024 * 1024,
    errors: ['Overloaded'],
    perMinute: 120,
  }),
  gameDays: route({
    method: 'GET',
    path: '/analytics/game_days',
    access: ['game'],
    summary:
      "The game's figures by day: players, sessions, time to play, orders, revenue, retention. Computed every hour; days without any are not listed. By default the last 30 days, at most 366.",
    query: object({ From: Type.Optional(Day), To: Type.Optional(Day) }),
    reply: object({ Days: Type.Array(GameDay) }),
    errors: ['InvalidRequest'],
  }),
  countBridgeErrors: route({
    method: 'POST',
    path: '/analytics/bridge_errors',
    access: ['anyone'],
    summary:
      "Report how often a game's bridge calls failed, by error. Operators see only the counts. At most 100 errors per report.",
    body: BridgeErrorReport,
    bodyLimit: 16 * 1024,
    errors: ['UnknownGame'],
    perMinute: 12,
  }),
  reportGameErrors: route({
    method: 'POST',
    path: '/analytics/game_errors',
    access: ['anyone'],
    summary:
      "Report what failed in a game's page, without anything about the player. Errors of one kind are counted together, by browser and build.",
    body: GameErrorReport,
    bodyLimit: 64 * 1024,
    errors: ['UnknownGame'],
    perMinute: 12,
  }),
};
