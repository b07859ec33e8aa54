import type { BridgeHandlers } from '#bridge/handlers.browser.ts';
import type { GameSaves, GameSavesOptions } from '#portal/saves/open-game-saves.ts';

/** The code for saves is loaded with the game's first call. */
export function createSaveHandlers(options: GameSavesOptions): BridgeHandlers {
  let loading: Promise<GameSaves> | undefined;
  const load = async (): Promise<GameSaves> => {
    try {
      return await (loading ??= import('#portal/saves/open-game-saves.ts').then(({ openGameSaves }) =>
        openGameSaves(options),
      ));
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };
  return {
    ReadSave: async (params) => (await load()).read(params),
    WriteSave: async (params) => (await load()).write(params),
    FlushSave: async () => (await load()).flush(),
    ResolveSaveConflict: async (params) => (await load()).resolveConflict(params),
  };
}
