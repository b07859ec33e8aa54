// An achievement in a game's document.
import { Type, type Static } from 'typebox';
import { AchievementCode, AchievementProgress } from '#model/achievement.ts';
import { localized, object, oneOf, url } from '#model/schema.ts';

/** In all achievements of a game together, so that the points of all games compare. */
export const maxAchievementPoints = 1000;

export const AchievementEntry = object({
  Code: Type.String({ ...AchievementCode, description: "How the game's code names it" }),
  Names: localized(100),
  Descriptions: Type.Optional(localized(300)),
  Icons: Type.Optional(
    Type.Record(Type.String({ pattern: '^[a-z]{2}(-[a-z]{2})?$' }), url, {
      description: 'Addresses of square pictures by language. Default: a medal',
    }),
  ),
  Points: Type.Optional(Type.Integer({ minimum: 0, maximum: maxAchievementPoints, description: 'Default: 0' })),
  Target: Type.Optional({ ...AchievementProgress, description: 'The progress that unlocks it. Default: 1' }),
  Hidden: Type.Optional(Type.Boolean({ description: 'Listed only once the player has unlocked it' })),
  UnlockedBy: Type.Optional(
    oneOf(['Game', 'Server', 'Quest'], {
      description:
        "`Game`: the game in the player's browser, whose calls players can forge, the game's server, and quests. `Server`: the game's server, and quests. `Quest`: only quests. Default: `Game`",
    }),
  ),
  MaxStep: Type.Optional({
    ...AchievementProgress,
    description: "How much progress one call of the game's page may add",
  }),
  StepSeconds: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 86_400,
      description: "How long the game's page has to wait before it may add more progress",
    }),
  ),
});
export type AchievementEntry = Static<typeof AchievementEntry>;
