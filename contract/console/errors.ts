// Errors of games, for operators and studios.
import { Type } from 'typebox';
import { gameErrorKinds } from '#model/game-error-report.ts';
import { GameParams } from '#model/game.ts';
import { Day } from '#model/game-day.ts';
import { route } from '#model/route.ts';
import { instant, object, oneOf, text } from '#model/schema.ts';

export const GameErrorCount = object({ Name: text(60), Count: Type.Integer({ minimum: 0 }) });
const Counts = Type.Array(GameErrorCount, {
  description: 'How often by name, most often first',
});

export const GameErrorGroup = object({
  Fingerprint: text(32),
  Kind: oneOf([...gameErrorKinds]),
  Message: text(500),
  Place: text(500),
  Count: Type.Integer({ minimum: 1 }),
  FirstAt: instant,
  LastAt: instant,
  Browsers: Counts,
  Builds: Counts,
  Days: Type.Array(object({ Day, Count: Type.Integer({ minimum: 1 }) })),
});

export const operatorErrorRoutes = {
  list: route({
    method: 'GET',
    path: '/operator/games/{Game}/errors',
    access: ['operator'],
    permission: 'errors.read',
    summary:
      'Errors of a game, grouped by what happened, most often first. Each day keeps at most 200 groups for 90 days.',
    params: GameParams,
    query: object({
      Days: Type.Optional(Type.Integer({ minimum: 1, maximum: 90, description: 'Default: 7' })),
      Build: Type.Optional(Type.Integer({ minimum: 1, description: 'Only groups that this build had' })),
      Browser: Type.Optional(text(60, { description: 'Only groups that this browser had' })),
    }),
    reply: object({ Groups: Type.Array(GameErrorGroup) }),
    errors: ['UnknownGame'],
  }),
};
