// A game as one JSON document, for `show` and `set`.
import { Type, type Static } from 'typebox';
import { PublicGameConfig } from '#contract/config.ts';
import { WebPublishingPlatform } from '#contract/registries.ts';
import { ConnectedGameSettings } from '#model/account.ts';
import { GameName, PlayGameType } from '#model/game.ts';
import { Sku } from '#model/product.ts';
import { RefundRule } from '#model/refund-rule.ts';
import { instant, localized, object, oneOf, text, url, uuid } from '#model/schema.ts';
import { AchievementCode } from '#model/achievement.ts';
import { AchievementEntry } from '#server/features/achievements/achievement-entry.ts';
import { maxAchievements } from '#server/features/achievements/read-achievements.ts';
import { maxEventRules } from '#server/features/cross-play/event-rules.ts';

const filters = {
  Filter1: Type.Optional(text(256)),
  Filter2: Type.Optional(text(256)),
  Filter3: Type.Optional(text(256)),
};

export const BuildEntry = object({
  Id: Type.Optional(uuid),
  OtaVersion: text(64, { minLength: 1 }),
  BuildNumber: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
  Platform: Type.Optional(WebPublishingPlatform),
  BuildType: PlayGameType,
  Sha: text(64),
  Description: Type.Optional(text(2000)),
  ChangeSet: Type.Optional(text(200)),
  Metadata: Type.Optional(Type.Record(Type.String({ maxLength: 100 }), text(2000))),
  Url: Type.String({ maxLength: 2048, pattern: '^/([^/\\\\\\s][^\\\\\\s]*)?$' }),
  InstallUrl: Type.Optional(url),
  CreatedAt: Type.Optional(instant),
});

export const QuestEntry = object({
  Id: Type.Optional(uuid),
  Titles: localized(200),
  Code: text(100, { minLength: 1 }),
  ...filters,
  Adds: oneOf(['One', 'Value']),
  Goal: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
  Active: Type.Boolean(),
  ReportedBy: Type.Optional(
    oneOf(['Page', 'Server'], {
      description:
        "Whose events count. `Page`: of the game in the player's browser, which players can forge, and of the game's server. `Server`: only of the game's server. Default: `Page`, with a reward `Server`",
    }),
  ),
  Reward: Type.Optional(
    object({
      Game: Type.Optional({ ...GameName, description: 'The game that gets the products. Default: this game' }),
      Products: Type.Array(
        object({ Sku, Count: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'Default: 1' })) }),
        { minItems: 1, maxItems: 10 },
      ),
    }),
  ),
  Achievement: Type.Optional({ ...AchievementCode, description: 'The achievement that completing the quest unlocks' }),
});

export const GameDocument = object({
  Game: GameName,
  Position: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  Published: Type.Boolean(),
  ImportAllowed: Type.Boolean(),
  ForPlayers: Type.Optional(ConnectedGameSettings),
  Config: PublicGameConfig,
  Builds: Type.Array(BuildEntry, { maxItems: 1000 }),
  SendsEvents: Type.Optional(
    Type.Boolean({ description: "Events of play go to the game's server as well, signed as purchases are" }),
  ),
  Refunds: Type.Optional(RefundRule),
  EventRules: Type.Array(object({ Code: text(100, { minLength: 1 }), ...filters }), { maxItems: maxEventRules }),
  Quests: Type.Array(QuestEntry, { maxItems: maxEventRules }),
  Achievements: Type.Optional(Type.Array(AchievementEntry, { maxItems: maxAchievements })),
  SharedWith: Type.Array(GameName, { maxItems: 1000 }),
});

export type GameDocument = Static<typeof GameDocument>;
export type QuestEntry = Static<typeof QuestEntry>;
export type BuildEntry = Static<typeof BuildEntry>;
