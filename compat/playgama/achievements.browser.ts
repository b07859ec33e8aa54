import { readOptions, toText } from '../kit/read-options.browser.ts';
import { reject, rethrow } from './bridge-error.browser.ts';
import { resolveOptions, type BridgeHost } from './host.browser.ts';
import type { BridgeAchievement, BridgeAchievements } from './vendor-types.ts';

export function createAchievements({ sdk }: BridgeHost): BridgeAchievements {
  const list = async (): Promise<BridgeAchievement[]> => {
    const all = (await sdk()?.achievements.list().catch(rethrow)) ?? [];
    return all.map(({ code, name, description, unlockedAt }) => ({
      id: code,
      name,
      description,
      unlocked: unlockedAt !== undefined,
    }));
  };
  return {
    get isSupported() {
      return sdk() !== undefined;
    },
    get isGetListSupported() {
      return sdk() !== undefined;
    },
    isNativePopupSupported: false,
    unlock: async (given) => {
      const options = resolveOptions(given);
      const { id, achievement } = readOptions(options as { id?: unknown; achievement?: unknown });
      const code = toText(id ?? achievement ?? (typeof options === 'object' ? '' : options));
      const opened = sdk();
      if (!opened || code === '') return reject('There is no such achievement.');
      await opened.achievements.unlock(code).catch(rethrow);
    },
    getList: list,
    getAchievements: list,
    showNativePopup: () => reject('Not available here.'),
  };
}
