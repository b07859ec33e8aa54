// Adds the game and its player to all data layer events, and reports a sign-in while the game runs.
import type { PlayerInfo } from '#bridge/shapes.ts';
import type { DataLayerContext, DataLayerEvent } from '#portal/reporting/create-data-layer.ts';

interface GamePlayerTracker {
  readonly note: (info: Pick<PlayerInfo, 'fxId'>) => void;
  readonly end: () => void;
}

interface GamePlayerTrackerDeps {
  readonly game: string;
  readonly isSignedIn: boolean;
  readonly setContext: (context: DataLayerContext) => void;
  readonly push: (event: DataLayerEvent) => void;
}

export function trackPlayerIdentity({ game, isSignedIn, setContext, push }: GamePlayerTrackerDeps): GamePlayerTracker {
  let isOver = false;
  // Empty if not signed in; undefined until the first reply names the player.
  let known = isSignedIn ? undefined : '';
  setContext({ game });
  return {
    note: ({ fxId: { userId, gameUid } }) => {
      if (isOver) return;
      setContext({ accountId: userId || undefined, userId: gameUid || undefined });
      if (userId !== '' && known !== undefined && known !== userId) push('sdk_user_logged_in_fxid');
      known = userId;
    },
    end: () => {
      isOver = true;
      setContext({ game: undefined, userId: undefined });
    },
  };
}
