// Verifies that a game's frame shows the game's page, because browsers fire `load` for their own error pages too. A
// page from our games' server reports itself. For another page on our hosts, loading a picture shows whether the host
// responds; external pages are checked by the server. A game that connects through the bridge is there in any case.
import { log } from '#portal/log.ts';
import { paintTimeoutMs, type GameLoadingEvent } from './loading-state.ts';

export interface GamePageVerifierOptions {
  readonly frame: Pick<HTMLIFrameElement, 'addEventListener' | 'removeEventListener'>;
  readonly game: string;
  /** Whether this portal hosts the page. */
  readonly isHosted: boolean;
  readonly tell: (event: GameLoadingEvent) => void;
  readonly checkPage: () => Promise<GamePageCheckResult>;
  readonly probeHost: () => Promise<boolean>;
  readonly report: (text: string) => void;
  readonly wait?: (run: () => void, ms: number) => void;
}

export interface GamePageCheckResult {
  readonly State: 'Ok' | 'Unknown' | 'NotAnswering' | 'NotAPage' | 'Blank' | 'RefusesFraming' | 'Redirects';
  readonly Detail?: string;
}

export interface GamePageVerifier {
  readonly noteWatched: () => void;
  readonly noteConnected: () => void;
  readonly stop: () => void;
}

export function verifyGamePage(options: GamePageVerifierOptions): GamePageVerifier {
  const { frame, game, isHosted, tell, checkPage, probeHost, report } = options;
  const wait = options.wait ?? ((run, ms) => void setTimeout(run, ms));
  let loads = 0;
  let isWatched = false;
  let isConnected = false;
  const fail = (fault: 'NotAnswering' | 'RefusesFraming' | 'Empty', detail: string): void => {
    report(detail);
    tell({ type: 'failed', fault, detail });
  };
  const look = async (): Promise<void> => {
    if (isHosted) {
      if (await probeHost()) tell({ type: 'settled' });
      else fail('NotAnswering', `The host of ${game} does not answer.`);
      return;
    }
    const { State, Detail = State } = await checkPage();
    if (isConnected || State === 'Ok' || State === 'Unknown') tell({ type: 'settled' });
    else fail(State === 'RefusesFraming' || State === 'Blank' ? faults[State] : 'NotAnswering', Detail);
  };
  const onLoad = (): void => {
    loads += 1;
    const [current, isReported] = [loads, isWatched];
    // The next page has to report itself again.
    isWatched = false;
    if (isReported) return;
    wait(() => {
      if (current !== loads) return;
      look().catch((error: unknown) => {
        log.warn(`Whether the page of ${game} loaded could not be checked.`, error);
        if (current === loads) tell({ type: 'settled' });
      });
    }, paintTimeoutMs);
  };
  frame.addEventListener('load', onLoad);
  return {
    noteWatched: () => {
      isWatched = true;
    },
    noteConnected: () => {
      isConnected = true;
      // Hosted pages report better evidence.
      if (!isHosted && loads > 0) tell({ type: 'shown' });
    },
    stop: () => {
      loads += 1;
      frame.removeEventListener('load', onLoad);
    },
  };
}

const faults = { RefusesFraming: 'RefusesFraming', Blank: 'Empty' } as const;

/** The portal's content security policy allows only this picture from a game's host. */
export function probeHostByPicture(gameOrigin: string, timeoutMs = 10_000): Promise<boolean> {
  return new Promise((resolve) => {
    const picture = new Image();
    const timer = setTimeout(() => resolve(false), timeoutMs);
    const end = (isThere: boolean) => () => {
      clearTimeout(timer);
      resolve(isThere);
    };
    picture.onload = end(true);
    picture.onerror = end(false);
    picture.src = `${gameOrigin}/.fxid/square.svg?${Date.now()}`;
  });
}
