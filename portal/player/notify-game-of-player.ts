import type { PlayerInfo } from '#bridge/shapes.ts';
import { log } from '#portal/log.ts';
import { subscribeToDocumentsAccepted } from '#portal/modals/documents/acceptance.ts';
import { isSignedIn, subscribeToSession } from '#portal/session-token.ts';
import type { EmitBridgeEvent } from './bridge-events.ts';

export interface PlayerReader {
  readonly readInfo: () => Promise<PlayerInfo>;
  readonly startPlay: () => Promise<unknown>;
}

/** Notifies the game who plays after signing in or out, or accepting documents. Returns a function that stops it. */
export function notifyGameOfPlayer(emit: EmitBridgeEvent, { readInfo, startPlay }: PlayerReader): () => void {
  let isOver = false;
  const tell = async (): Promise<void> => {
    try {
      if (isSignedIn()) await startPlay();
      const info = await readInfo();
      if (!isOver) emit('UserInfoChanged', info);
    } catch (error) {
      log.warn('The game could not be notified of the current player.', error);
    }
  };
  const endings = [subscribeToSession(() => void tell()), subscribeToDocumentsAccepted(() => void tell())];
  return () => {
    isOver = true;
    for (const end of endings) end();
  };
}
