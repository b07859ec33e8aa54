// A page's count of failed bridge calls of a game, for operators. Contains no personal data.
import { Type, type Static } from 'typebox';
import { maxReportedBridgeErrors } from './analytics-events.ts';
import { GameName } from './game.ts';
import { object, text } from './schema.ts';

export const BridgeErrorReport = object({
  Game: GameName,
  Errors: Type.Array(
    object({
      Method: text(64),
      Code: text(64),
      Count: Type.Integer({ minimum: 1, maximum: maxReportedBridgeErrors }),
    }),
    { minItems: 1, maxItems: maxReportedBridgeErrors },
  ),
});

export type BridgeErrorReport = Static<typeof BridgeErrorReport>;
