import { Type, type Static } from 'typebox';
import { Achievement, AchievementCode, AchievementProgress } from '#model/achievement.ts';
import { GameName } from '#model/game.ts';
import { Locale } from '#model/locale-schema.ts';
import { allSessionKinds, route } from '#model/route.ts';
import { object, text, uuid } from '#model/schema.ts';

const locale = { Locale: Type.Optional({ ...Locale, description: "Default: the account's language, or English" }) };
const progress = {
  Progress: Type.Optional({
    ...AchievementProgress,
    description: "The player's whole progress so far. A smaller number changes nothing. Absent: unlock it",
  }),
};
export const UnlockResult = object({
  Achievement,
  Unlocked: Type.Boolean({ description: 'Whether this call has unlocked it. False for a repeated call' }),
});

export const GameAchievements = object({
  Game: GameName,
  Points: Type.Integer({ minimum: 0 }),
  Total: Type.Integer({ minimum: 0, description: 'How many achievements the game has' }),
  Achievements: Type.Array(Achievement, { description: 'The unlocked ones' }),
});
export type GameAchievements = Static<typeof GameAchievements>;

export const FriendAchievements = object({
  FriendAccountId: uuid,
  Name: text(80),
  Points: Type.Integer({ minimum: 0, description: 'In this game' }),
  Unlocked: Type.Integer({ minimum: 1 }),
});
export type FriendAchievements = Static<typeof FriendAchievements>;

export const achievementRoutes = {
  list: route({
    method: 'POST',
    path: '/achievements/list',
    access: ['anyone', ...allSessionKinds],
    summary:
      "A game's achievements in the game's order. With a session, the caller's progress. Hidden ones are only counted until the caller has unlocked them.",
    body: object({ GameSystemName: GameName, ...locale }),
    reply: object({
      Achievements: Type.Array(Achievement),
      HiddenCount: Type.Integer({ minimum: 0, description: 'Hidden achievements that the caller has not unlocked' }),
    }),
    errors: ['UnknownGame'],
    perMinute: 240,
  }),
  unlock: route({
    method: 'POST',
    path: '/achievements/unlock',
    access: allSessionKinds,
    summary:
      "Report the caller's progress in an achievement of a game they play, or unlock it. Repeating a call changes nothing. Achievements that only the game's server or quests unlock are refused (Forbidden), and so is more progress than the game has declared (AchievementLimit).",
    body: object({ GameSystemName: GameName, Code: AchievementCode, ...progress, ...locale }),
    reply: UnlockResult,
    errors: ['UnknownGame', 'UnknownAchievement', 'AchievementLimit', 'GameNotConnected', 'Forbidden', 'SignInAgain'],
    perMinute: 120,
  }),
  unlockForPlayer: route({
    method: 'POST',
    path: '/achievements/unlock_for_player',
    access: ['game'],
    summary:
      "Report the progress of a player of this game, or unlock the achievement, as the game's server knows it. The declared limits don't apply. Achievements that only quests unlock are refused (Forbidden).",
    body: object({ GameUid: text(128, { minLength: 1 }), Code: AchievementCode, ...progress }),
    reply: UnlockResult,
    errors: ['NotFound', 'UnknownAchievement'],
    perMinute: 1200,
  }),
  mine: route({
    method: 'POST',
    path: '/achievements/mine',
    access: ['handed', 'whole'],
    summary: "The caller's unlocked achievements in all games, last unlocked first, and their points.",
    body: object(locale),
    reply: object({
      Points: Type.Integer({ minimum: 0, description: 'In all games together' }),
      Games: Type.Array(GameAchievements),
    }),
    perMinute: 120,
  }),
  friends: route({
    method: 'POST',
    path: '/achievements/friends',
    access: ['handed', 'whole'],
    summary:
      "The caller's friends with achievements in a game, most points first: only friends who show their achievements, and at most 100.",
    body: object({ GameSystemName: GameName }),
    reply: object({ Friends: Type.Array(FriendAchievements) }),
    errors: ['UnknownGame'],
    perMinute: 120,
  }),
  settings: route({
    method: 'POST',
    path: '/achievements/settings',
    access: ['whole'],
    summary: "Read or set whether friends see the caller's achievements. Off at first.",
    body: object({ ShownToFriends: Type.Optional(Type.Boolean()) }),
    reply: object({ ShownToFriends: Type.Boolean() }),
    perMinute: 60,
  }),
};
