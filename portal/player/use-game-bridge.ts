import { useEffect, useEffectEvent, type RefObject } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useOpenModal, type OpenModal } from '#portal/modals/modal-stack.tsx';
import { connectGame, type ConnectOptions } from './connect-game.ts';

export interface GameBridgeOptions extends Pick<
  ConnectOptions,
  'game' | 'adapter' | 'gameOrigin' | 'tell' | 'setPlaying'
> {
  readonly frame: RefObject<HTMLIFrameElement | null>;
}

/** The bridge of the game in a frame, for as long as the frame is there. */
export function useGameBridge({ game, adapter, frame, gameOrigin, tell, setPlaying }: GameBridgeOptions): void {
  const openModal = useOpenModal();
  const navigate = useNavigate();
  const { hash } = useLocation();
  // As they are when the game calls, and not as they were when it was connected.
  const open: OpenModal = useEffectEvent((name, props) => openModal(name, props));
  const readHash = useEffectEvent(() => hash.slice(1));
  const writeHash = useEffectEvent((wanted: string) => {
    // The router keeps the state of an entry under this name; open modals are in it.
    const { usr } = (window.history.state ?? {}) as { usr?: unknown };
    void navigate({ search: window.location.search, hash: wanted }, { replace: true, state: usr });
  });
  useEffect(() => {
    const element = frame.current;
    return element
      ? connectGame({
          game,
          adapter,
          frame: element,
          gameOrigin,
          tell,
          setPlaying,
          openModal: (name, props) => open(name, props),
          readHash: () => readHash(),
          writeHash: (wanted) => writeHash(wanted),
        })
      : undefined;
  }, [game, adapter, frame, gameOrigin, tell, setPlaying]);
}
