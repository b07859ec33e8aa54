import i18next from 'i18next';
import type { PlayerInfo } from '#bridge/shapes.ts';
import { toLocale } from '#model/locale.ts';
import { trackPlayerIdentity } from '#portal/analytics/track-player-identity.ts';
import { apiClient } from '#portal/api.ts';
import { log } from '#portal/log.ts';
import type { ConnectedPlatform } from '#portal/platform/connected-platform.ts';
import { pushToDataLayer, setDataLayerContext } from '#portal/reporting/data-layer.ts';
import { currentSessionNumber, isSignedIn } from '#portal/session-token.ts';
import { createPlayerInfoReader } from './player-info.ts';
import { readEnvironment } from './read-environment.ts';
import type { PlayerReader } from './notify-game-of-player.ts';

export interface PlayerInGame extends PlayerReader {
  /** Signed in, and not a guest. */
  readonly isRegistered: () => Promise<boolean>;
  readonly end: () => void;
}

export interface PlayerInGameOptions {
  readonly game: string;
  readonly played: ConnectedPlatform;
  readonly previewToken?: string | undefined;
  readonly server?: PlayerInfo['server'];
}

export function createPlayerInGame({ game, played, previewToken, server }: PlayerInGameOptions): PlayerInGame {
  const { entry, platform } = played;
  const startPlay = () =>
    apiClient.play.chooseGame({
      GameSystemName: game,
      WebPublishingPlatform: entry.id,
      ...(previewToken !== undefined && { PreviewToken: previewToken }),
    });
  const noted = trackPlayerIdentity({
    game,
    isSignedIn: isSignedIn(),
    setContext: setDataLayerContext,
    push: pushToDataLayer,
  });
  const askInfo = createPlayerInfoReader({
    game,
    played,
    language: () => toLocale(i18next.language),
    server,
    environment: () => readEnvironment(platform.insets?.()),
    session: currentSessionNumber,
    readConnection: () => apiClient.profile.gameConnection({ Game: game }),
    startPlay,
    readSelling: async () => {
      const { canBuyHere } = await import('#portal/purchase/payment-handler.ts');
      return canBuyHere(played, game, apiClient.store);
    },
    warn: (text, error) => log.warn(text, error),
    nowMs: () => performance.now(),
  });
  const readInfo = async (): Promise<PlayerInfo> => {
    const info = await askInfo();
    noted.note(info);
    return info;
  };
  return {
    readInfo,
    startPlay,
    isRegistered: async () => isSignedIn() && !(await readInfo()).fxId.guest,
    end: noted.end,
  };
}
