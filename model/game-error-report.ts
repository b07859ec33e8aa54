// What a game's page failed at, as the portal's page reports it. Contains nothing about the player.
import { Type, type Static } from 'typebox';
import { GameName } from './game.ts';
import { object, oneOf, text } from './schema.ts';

/** `Bridge` errors are reported apart, and stored with the others. */
export const gameErrorKinds = ['Error', 'Missing', 'Refused', 'Blank', 'Broken', 'Overlay', 'Bridge'] as const;
export type GameErrorKind = (typeof gameErrorKinds)[number];

export const maxReportedGameErrors = 20;

export const GameErrorReport = object({
  Game: GameName,
  PageErrors: Type.Array(
    object({
      Kind: oneOf(['Error', 'Missing', 'Refused', 'Blank', 'Broken', 'Overlay']),
      Message: text(500),
      Place: text(500, { description: 'The file and line, or the address that failed' }),
      Count: Type.Integer({ minimum: 1, maximum: 100 }),
    }),
    { minItems: 1, maxItems: maxReportedGameErrors },
  ),
});
export type GameErrorReport = Static<typeof GameErrorReport>;
