import type { BridgeHandlers } from '#bridge/handlers.browser.ts';
import type { GameSaves, GameSavesOptions } from '#portal/saves/open-game-saves.ts';

/**
 * The code for saves is loaded with the game's first call.
 *
 * @param platform the title of the platform that frames the portal
 */
export function createSaveHandlers(
  options: Omit<GameSavesOptions, 'deviceName'>,
  platform: string | undefined,
): BridgeHandlers {
  let loading: Promise<GameSaves> | undefined;
  const open = async (): Promise<GameSaves> => {
    const [{ openGameSaves }, { describeDevice }] = await Promise.all([
      import('#portal/saves/open-game-saves.ts'),
      import('./describe-device.ts'),
    ]);
    return openGameSaves({ ...options, deviceName: describeDevice(navigator, platform) });
  };
  const load = (): Promise<GameSaves> =>
    (loading ??= open().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
  return {
    ReadSave: async (params) => (await load()).read(params),
    WriteSave: async (params) => (await load()).write(params),
    FlushSave: async () => (await load()).flush(),
    ResolveSaveConflict: async (params) => (await load()).resolveConflict(params),
  };
}
