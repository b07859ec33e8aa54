// The game in a frame on its own origin, with the portal's header and overlays.
import { lazy, Suspense, useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlayerInfo } from '#bridge/shapes.ts';
import type { PublicGameConfig } from '#contract/config.ts';
import type { Achievement } from '#model/achievement.ts';
import { analyticsEventIds } from '#model/analytics-events.ts';
import { trackEvent } from '#portal/analytics/track-event.ts';
import { log } from '#portal/log.ts';
import { holdGameLock } from '#portal/game-lock.ts';
import { fitFrame } from '#portal/player/fit-frame.ts';
import { buildFrameRights } from '#portal/player/frame-rights.ts';
import { isHeaderUiDisabled } from '#portal/player/header-ui.ts';
import { linkManifest } from '#portal/player/link-manifest.ts';
import { keepAwake } from '#portal/player/keep-awake.ts';
import { initialGameLoadingState, nextGameLoadingState, slowTimeoutMs } from '#portal/player/loading-state.ts';
import { consumePlayStartMs } from '#portal/player/time-to-play.ts';
import { useFullScreen } from '#portal/player/use-full-screen.ts';
import { useGameBridge } from '#portal/player/use-game-bridge.ts';
import { useElementSize } from '#portal/player/use-element-size.ts';
import type { ConnectedPlatform } from '#portal/platform/connected-platform.ts';
import { pushToDataLayer } from '#portal/reporting/data-layer.ts';
import { PlayerHeader } from './PlayerHeader.tsx';
import { GameLoading } from './GameLoading.tsx';
import { RotatePrompt } from './RotatePrompt.tsx';

const AchievementToast = lazy(async () => ({
  default: (await import('#portal/achievements/AchievementToast.tsx')).AchievementToast,
}));

export interface GameFrameProps {
  readonly game: string;
  readonly title: string;
  readonly played: ConnectedPlatform;
  readonly config: PublicGameConfig;
  readonly address: string;
  readonly previewToken?: string | undefined;
  readonly previewedBuild?: number | undefined;
  readonly server?: PlayerInfo['server'];
  /** Absent if there is nothing to choose. */
  readonly changeServer?: (() => void) | undefined;
}

export function GameFrame(props: GameFrameProps) {
  const { game, title, played, config, address: given, previewToken, previewedBuild, server, changeServer } = props;
  const { t } = useTranslation();
  // A change of language must not reload the game: the bridge reports it.
  const [address] = useState(given);
  const stage = useRef<HTMLDivElement>(null);
  const room = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [state, tell] = useReducer(nextGameLoadingState, initialGameLoadingState);
  const [isPlaying, setPlaying] = useState(true);
  const { width, height, scale } = fitFrame(useElementSize(room), config.Presentation);
  const orientation = { Horizontal: 'landscape', Vertical: 'portrait', Unspecified: undefined } as const;
  const wanted = orientation[config.GameOrientation];
  const { isFull, toggle } = useFullScreen(stage, wanted);
  const rights = buildFrameRights({ closed: config.ClosedRights, isIsolated: config.Isolated });
  const isReady = state.phase === 'ready';
  const [unlocked, setUnlocked] = useState<readonly Achievement[]>([]);
  const [shown] = unlocked;

  const { requestHelp } = useGameBridge({
    game,
    played,
    frame,
    gameOrigin: new URL(address).origin,
    tell,
    setPlaying,
    config,
    previewToken,
    server,
    onUnlocked: (achievements) => setUnlocked((before) => [...before, ...achievements].slice(0, maxToasts)),
  });
  useTimeToPlay({ game, platform: played.entry.id, isReady, isPreview: previewToken !== undefined });
  // Delays updates of the portal while a game runs.
  useEffect(holdGameLock, []);
  useEffect(() => linkManifest(game), [game]);
  // Every report of the game restarts the timeout.
  useEffect(() => {
    if (state.phase !== 'loading') return undefined;
    const timer = setTimeout(() => tell({ type: 'silent' }), slowTimeoutMs);
    return () => clearTimeout(timer);
  }, [state]);
  useEffect(() => {
    if (isReady) frame.current?.focus();
  }, [isReady]);
  useEffect(() => (isReady && isPlaying ? keepAwake() : undefined), [isReady, isPlaying]);

  const toggleAndPlay = (): void => {
    toggle();
    frame.current?.focus();
  };
  const retry = useCallback(() => {
    tell({ type: 'retry' });
    // The only way to reload a frame of another origin.
    if (frame.current) frame.current.src = address;
  }, [address]);

  const showNext = useCallback(() => setUnlocked((before) => before.slice(1)), []);
  const uncover = useCallback(() => {
    tell({ type: 'uncover' });
    frame.current?.focus();
  }, []);

  return (
    <div ref={stage} className={isFull ? 'player full' : 'player'} data-screen="player">
      {!isHeaderUiDisabled(played.entry) && (
        <PlayerHeader
          {...{ game, title, config, requestHelp, isFull, previewedBuild, changeServer }}
          server={server?.name}
          toggle={toggleAndPlay}
          adapter={played.entry.folder}
          mayLeave={!played.entry.forbids?.includes('links')}
        />
      )}
      {shown && (
        <Suspense>
          <AchievementToast key={shown.Code} achievement={shown} onShown={showNext} />
        </Suspense>
      )}
      <span className="unseen" role="status">
        {shown ? t('achievements.unlocked', { name: shown.Name }) : ''}
      </span>
      <div ref={room} className="room">
        <iframe
          ref={frame}
          src={address}
          title={title}
          className={scale < 1 ? 'scaled' : undefined}
          style={{ width, height, ...(scale < 1 && { transform: `translate(-50%, -50%) scale(${scale})` }) }}
          sandbox={rights.sandbox}
          allow={rights.allow}
          referrerPolicy="origin"
        />
        {!isReady && state.isUncovered !== true && (
          <GameLoading
            {...{ title, state, retry, uncover }}
            art={config.StorePage.Logo ?? config.StorePage.SquareArt}
          />
        )}
        {wanted !== undefined && <RotatePrompt wanted={wanted} />}
        <span className="unseen" role="status">
          {isReady ? t('player.ready', { title }) : ''}
        </span>
      </div>
    </div>
  );
}

/** A game that unlocks more at once shows these. */
const maxToasts = 5;

interface TimeToPlayOptions {
  readonly game: string;
  readonly platform: string;
  readonly isReady: boolean;
  readonly isPreview: boolean;
}

function useTimeToPlay({ game, platform, isReady, isPreview }: TimeToPlayOptions): void {
  const request = useRef<number>(undefined);
  useEffect(() => {
    request.current ??= consumePlayStartMs();
  }, []);
  useEffect(() => {
    if (!isReady || request.current === undefined) return;
    const { duration } = performance.measure(`Time to play ${game}`, { start: request.current });
    log.note(`Time to play ${game}: ${Math.round(duration)} ms`);
    pushToDataLayer('sdk_game_started', { game });
    // A draft is tested, not played.
    if (isPreview) return;
    trackEvent(analyticsEventIds.GameStarted, { columns: { S1: game, S2: platform, I1: Math.round(duration) } });
  }, [game, platform, isReady, isPreview]);
}
