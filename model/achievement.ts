import { Type, type Static } from 'typebox';
import { GameName } from './game.ts';
import { instant, object, text, url } from './schema.ts';

/** How the game names an achievement. Unique within the game. */
export const AchievementCode = text(64, { pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$' });

export const maxAchievementTarget = 1_000_000_000;
export const AchievementProgress = Type.Integer({ minimum: 1, maximum: maxAchievementTarget });

export const Achievement = object({
  Game: GameName,
  Code: AchievementCode,
  Name: text(100),
  Description: text(300),
  Icon: Type.Optional(url),
  Points: Type.Integer({ minimum: 0 }),
  Progress: Type.Integer({ minimum: 0 }),
  Target: Type.Integer({ minimum: 1, description: 'The progress that unlocks it' }),
  Hidden: Type.Boolean({ description: 'Listed only once it is unlocked' }),
  UnlockedAt: Type.Optional(instant),
});
export type Achievement = Static<typeof Achievement>;
