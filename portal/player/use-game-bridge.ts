import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useOpenModal, type OpenModal } from '#portal/shell/open-modal.ts';
import type { Achievement } from '#model/achievement.ts';
import type { Quest } from '#model/quest.ts';
import { applyQuestProgress } from '#portal/quests/quests-query.ts';
import { consumeStoredOrderId } from '#portal/purchase/stored-order.ts';
import { connectGameFrame, type GameFrameConnection, type ConnectGameFrameOptions } from './connect-game-frame.ts';
import type { RunningGameConfig } from './create-game-portal.ts';

export interface GameBridgeOptions extends Pick<
  ConnectGameFrameOptions,
  'game' | 'played' | 'gameOrigin' | 'tell' | 'setPlaying' | 'server' | 'onUnlocked'
> {
  readonly frame: RefObject<HTMLIFrameElement | null>;
  readonly config: RunningGameConfig;
  readonly previewToken?: string | undefined;
}

export function useGameBridge(options: GameBridgeOptions): Pick<GameFrameConnection, 'requestHelp'> {
  const { game: name, played, frame, gameOrigin, tell, setPlaying, config, previewToken, server, onUnlocked } = options;
  const connected = useRef<GameFrameConnection>(undefined);
  const openModal = useOpenModal();
  const navigate = useNavigate();
  const { hash } = useLocation();
  // Effect events: calls use the current values, not those from when the game connected.
  const open: OpenModal = useEffectEvent((modal, props) => openModal(modal, props));
  const readHash = useEffectEvent(() => hash.slice(1));
  const readConfig = useEffectEvent(() => config);
  const queries = useQueryClient();
  const showQuestProgress = useEffectEvent((quests: readonly Quest[]) => applyQuestProgress(queries, name, quests));
  const showUnlocked = useEffectEvent((achievements: readonly Achievement[]) => onUnlocked?.(achievements));
  const readServer = useEffectEvent(() => server);
  const writeHash = useEffectEvent((wanted: string) => {
    // The router stores the open modals under this name.
    const { usr } = (window.history.state ?? {}) as { usr?: unknown };
    void navigate({ search: window.location.search, hash: wanted }, { replace: true, state: usr });
  });
  // After a reload during a payment, the order's status is shown first.
  const showKeptOrder = useEffectEvent(() => {
    const transactionId = consumeStoredOrderId();
    if (transactionId !== undefined) void navigate(`/Store/Return/${transactionId}`);
  });
  useEffect(() => showKeptOrder(), []);
  // Games read the platform's launch payload from the hash.
  const showPayload = useEffectEvent((payload: string) => {
    if (hash === '') writeHash(payload);
  });
  const { payload } = played.platform;
  useEffect(() => (payload === undefined ? undefined : showPayload(payload)), [payload]);
  // A layout effect, because the game must be notified before its frame is removed.
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const game = connectGameFrame({
      game: name,
      played,
      frame: element,
      gameOrigin,
      tell,
      setPlaying,
      previewToken,
      server: readServer(),
      openModal: (modal, props) => open(modal, props),
      readHash: () => readHash(),
      readConfig: () => readConfig(),
      writeHash: (wanted) => writeHash(wanted),
      onQuestProgress: (quests) => showQuestProgress(quests),
      onUnlocked: (achievements) => showUnlocked(achievements),
    });
    connected.current = game;
    return () => {
      connected.current = undefined;
      game.leave();
    };
  }, [name, played, frame, gameOrigin, tell, setPlaying, previewToken]);
  return { requestHelp: useCallback(() => connected.current?.requestHelp(), []) };
}
