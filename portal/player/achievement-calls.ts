// A game's calls about achievements, loaded with the first one.
import { BridgeError, buildInvalidParameterError } from '#bridge/bridge-error.ts';
import type { Achievement as BridgeAchievement } from '#bridge/shapes.ts';
import { ApiError } from '#contract/api-error.ts';
import type { Achievement } from '#model/achievement.ts';
import type { Locale } from '#model/locale.ts';
import { lazyBackgroundApiClient } from '#portal/lazy-api.ts';
import { withBridgeErrors } from './game-calls.ts';

export interface AchievementCalls {
  readonly list: () => Promise<{ achievements: BridgeAchievement[] }>;
  /** Shows an achievement that the game's server has unlocked. */
  readonly showUnlocked: (code: string) => Promise<void>;
  readonly unlock: (achievement: { code: string; progress?: number }) => Promise<{ unlocked: boolean }>;
}

export interface AchievementCallsOptions {
  readonly game: string;
  readonly language: () => Locale;
  readonly isSignedIn: () => boolean;
  readonly onUnlocked: (achievements: readonly Achievement[]) => void;
}

// A game's call never opens a sign-in prompt.
type Client = Pick<typeof lazyBackgroundApiClient, 'achievements'>;

export function createAchievementCalls(
  { game, language, isSignedIn, onUnlocked }: AchievementCallsOptions,
  { achievements }: Client = lazyBackgroundApiClient,
): AchievementCalls {
  return {
    list: async () => {
      const request = { GameSystemName: game, Locale: language() };
      const { Achievements } = await withBridgeErrors(() => achievements.list(request));
      return { achievements: Achievements.map(toBridgeAchievement) };
    },
    showUnlocked: async (code) => {
      const { Achievements } = await achievements.list({ GameSystemName: game, Locale: language() });
      const unlocked = Achievements.filter(({ Code, UnlockedAt }) => Code === code && UnlockedAt !== undefined);
      if (unlocked.length > 0) onUnlocked(unlocked);
    },
    unlock: async ({ code, progress }) => {
      if (!isSignedIn()) throw new BridgeError('NotSupported', 'Nobody is signed in: call AuthenticateUser first.');
      const request = { GameSystemName: game, Code: code, Locale: language() };
      const { Achievement, Unlocked } = await withBridgeErrors(async () => {
        try {
          return await achievements.unlock({ ...request, ...(progress !== undefined && { Progress: progress }) });
        } catch (error) {
          if (error instanceof ApiError && error.code === 'UnknownAchievement')
            throw buildInvalidParameterError('code', 'is not the code of an achievement of this game.');
          throw error;
        }
      });
      if (Unlocked) onUnlocked([Achievement]);
      return { unlocked: Unlocked };
    },
  };
}

export const toBridgeAchievement = (achievement: Achievement): BridgeAchievement => ({
  code: achievement.Code,
  name: achievement.Name,
  description: achievement.Description,
  ...(achievement.Icon !== undefined && { iconUrl: achievement.Icon }),
  points: achievement.Points,
  progress: achievement.Progress,
  target: achievement.Target,
  ...(achievement.UnlockedAt !== undefined && { unlockedAt: achievement.UnlockedAt }),
});
