import type { Achievement } from '#bridge/shapes.ts';
import { createForeignEmitter } from '../kit/emitter.browser.ts';
import { readOptions } from '../kit/read-options.browser.ts';
import { reject, rethrow } from './gamepush-error.browser.ts';
import { readTag, type GamePushHost } from './host.browser.ts';
import type { AchievementResult, GamePushAchievement, GamePushAchievements } from './vendor-types.ts';

export function createAchievements({ sdk, isOn }: GamePushHost): {
  readonly achievements: GamePushAchievements;
  readonly load: () => Promise<void>;
} {
  const { emit, ...events } = createForeignEmitter();
  let list: readonly GamePushAchievement[] = [];
  const load = async (): Promise<void> => {
    if (isOn) list = (await sdk.achievements.list()).map(toAchievement);
  };
  const find = (query: unknown): GamePushAchievement | undefined => list.find(({ tag }) => tag === readTag(query));
  const change = async (event: string, query: unknown, call: (tag: string) => Promise<boolean>) => {
    const run = async (): Promise<AchievementResult> => {
      const tag = readTag(query);
      if (!isOn || tag === '') return reject('achievement_not_found');
      const isUnlocked = await call(tag);
      await load();
      const achievement = find(tag);
      if (isUnlocked) emit('unlock', achievement);
      return { success: true, ...(achievement && { achievement }) };
    };
    const result = await run().catch((error: unknown): AchievementResult => ({
      success: false,
      error: (error as Error).message,
    }));
    if (!result.success) emit(`error:${event}`, result.error);
    else if (event === 'progress') emit(event, result.achievement);
    return result;
  };
  const achievements: GamePushAchievements = {
    ...events,
    get list() {
      return list;
    },
    fetch: async () => {
      await load().catch(rethrow);
      return {
        achievements: list,
        achievementsGroups: [],
        playerAchievements: list.filter(({ progress }) => progress > 0),
      };
    },
    unlock: (query) => change('unlock', query, (tag) => sdk.achievements.unlock(tag)),
    setProgress: (query) => {
      const { progress } = readOptions(query as { progress?: unknown });
      return change('progress', query, (tag) => sdk.achievements.setProgress(tag, Number(progress)));
    },
    has: (idOrTag) => find(idOrTag)?.unlocked ?? false,
    getProgress: (idOrTag) => find(idOrTag)?.progress ?? 0,
    open: () => reject('Not available here.'),
  };
  return { achievements, load: () => load().catch(() => undefined) };
}

const toAchievement = (given: Achievement): GamePushAchievement => ({
  id: given.code,
  tag: given.code,
  name: given.name,
  description: given.description,
  icon: given.iconUrl ?? '',
  iconSmall: given.iconUrl ?? '',
  progress: given.progress,
  maxProgress: given.target,
  unlocked: given.unlockedAt !== undefined,
});
