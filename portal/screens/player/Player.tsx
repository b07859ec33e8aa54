// The player screen: finds the game and the platform, and shows the game, or an error with what to do next.
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { platformTable } from 'virtual:platform-table';
import { ApiError } from '#contract/api-error.ts';
import type { PlatformEntry } from '#portal/platform/platform-entry.ts';
import { chooseLocalizedText, toLocale } from '#model/locale.ts';
import { isInMaintenance } from '#model/maintenance.ts';
import { PlatformError } from '#platforms/port.browser.ts';
import { apiClient } from '#portal/api.ts';
import { buildFrameUrl } from '#portal/player/build-frame-url.ts';
import { findChosenServer, readChosenServer, saveChosenServer } from '#portal/player/chosen-server.ts';
import { isHeaderUiDisabled } from '#portal/player/header-ui.ts';
import { findAdapterOptions } from '#portal/platform/adapter-options.ts';
import { launchUrl } from '#portal/platform/launch-url.ts';
import type { ConnectedPlatform } from '#portal/platform/connected-platform.ts';
import { findPlatformOfPage } from '#portal/platform/platform-page.ts';
import { isPlatformSupported } from '#portal/platform/start-platform.ts';
import { usePlatform } from '#portal/platform/use-platform.ts';
import { getPortalName, runtimeConfig } from '#portal/runtime-config.ts';
import { usePageTarget } from '#portal/shell/use-page-target.ts';
import { Button, ButtonLink } from '#portal/ui/Button.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { WebLink } from '#portal/ui/WebLink.tsx';
import { GameLoading } from './GameLoading.tsx';
import { GameFrame } from './GameFrame.tsx';
import './player.css';
import { isClientError, retryUnlessClientError } from '#portal/queries/create-query-client.ts';

// Most players see none of these.
const AcceptGameDocuments = lazy(async () => ({
  default: (await import('./AcceptGameDocuments.tsx')).AcceptGameDocuments,
}));
const MaintenanceNotice = lazy(async () => ({ default: (await import('./MaintenanceNotice.tsx')).MaintenanceNotice }));
const ServerPicker = lazy(async () => ({ default: (await import('./ServerPicker.tsx')).ServerPicker }));

export function Player() {
  const { t } = useTranslation();
  const { game, adapter } = usePageTarget();
  const [query] = useSearchParams();
  const previewToken = query.get('preview') ?? undefined;
  const [tries, setTries] = useState(0);
  const entry = platformTable[adapter];
  if (game === undefined) return <PlayerError title={t('game.notFound')} drawing="empty" />;
  if (!entry || !isPlatformSupported(adapter))
    return <PlayerError title={t('player.unsupported')} text={`Unsupported adapter for ${adapter}`} drawing="broken" />;
  if (findAdapterOptions(entry)?.IframeType === 'Redirect' && window.self !== window.top) return <OpenInNewTab />;
  // Another game, platform or attempt needs a new frame.
  const retry = (): void => setTries((count) => count + 1);
  return <PlatformGame key={`${adapter} ${game} ${previewToken} ${tries}`} {...{ game, entry, previewToken, retry }} />;
}

/** Connects the platform first, because it identifies the player. */
function PlatformGame({
  game,
  entry,
  previewToken,
  retry,
}: {
  game: string;
  entry: PlatformEntry;
  previewToken: string | undefined;
  retry: () => void;
}) {
  const { t } = useTranslation();
  const state = usePlatform(game, entry);
  if (state.phase === 'connecting') return <GameLoading title="" />;
  if (state.phase === 'ready') return <ChosenGame {...{ game, previewToken }} played={state.played} />;
  const { error } = state;
  if (error instanceof ApiError && error.code === 'UnknownGame')
    return <PlayerError title={t('game.notFound')} drawing="empty" />;
  // An unreachable or failing server of ours is not the platform's fault.
  if (error instanceof ApiError && (error.status === 0 || error.status >= 500))
    return <ServerTrouble detail={error.detail} retry={retry} />;
  // The platform's response does not identify the player.
  const isRefused =
    error instanceof ApiError
      ? error.code === 'ProofRefused'
      : error instanceof PlatformError && error.code !== 'Timeout';
  const words = { platform: entry.title };
  return (
    <PlayerError
      title={isRefused ? t('player.platform.refused', words) : t('player.platform.failed', words)}
      text={isRefused ? t('player.platform.refusedText', words) : t('player.platform.failedText')}
      detail={error instanceof ApiError ? error.detail : error instanceof Error ? error.message : undefined}
      drawing={navigator.onLine ? 'broken' : 'offline'}
      retry={retry}
    />
  );
}

/** For platforms on which the portal must leave the platform's frame. */
function OpenInNewTab() {
  const { t } = useTranslation();
  return (
    <div className="player-trouble">
      <EmptyState
        drawing="empty"
        title={t('player.platform.opensInTab')}
        action={
          <WebLink className="button primary normal" href={launchUrl().href} target="_blank" rel="noopener">
            {t('player.platform.open')}
          </WebLink>
        }
      />
    </div>
  );
}

function ChosenGame({
  game,
  played,
  previewToken,
}: {
  game: string;
  played: ConnectedPlatform;
  previewToken: string | undefined;
}) {
  const { t, i18n } = useTranslation();
  const locale = toLocale(i18n.language);
  const chosen = useQuery({
    queryKey: ['play', game, played.entry.id, previewToken],
    queryFn: () =>
      apiClient.play.chooseGame({
        GameSystemName: game,
        WebPublishingPlatform: played.entry.id,
        ...(previewToken !== undefined && { PreviewToken: previewToken }),
      }),
    retry: retryUnlessClientError(),
    // Not cached: every play starts with a fresh response.
    gcTime: 0,
    refetchOnReconnect: ({ state }) => state.status === 'error',
  });
  const [now, setNow] = useState(() => new Date());
  const [serverId, setServerId] = useState(() =>
    // Without the header there is no other place to change it.
    isHeaderUiDisabled(played.entry) ? undefined : readChosenServer(game),
  );
  const servers = chosen.data?.PublicGameData.Servers ?? [];
  const server = findChosenServer(servers, serverId, now);
  const isClosed = isInMaintenance(chosen.data?.PublicGameData.Maintenance, now);
  const isWaiting = isClosed || (server === undefined && servers.some(({ Maintenance }) => Maintenance));
  const { refetch } = chosen;
  useEffect(() => {
    if (!isWaiting) return undefined;
    // The maintenance window may have moved or ended.
    const timer = setInterval(() => {
      setNow(new Date());
      void refetch();
    }, lookAgainMs);
    return () => clearInterval(timer);
  }, [isWaiting, refetch]);
  if (chosen.isError && !chosen.data) {
    if (previewToken !== undefined && isClientError(chosen.error)) return <PreviewEnded game={game} />;
    if (isClientError(chosen.error)) return <PlayerError title={t('game.notFound')} drawing="empty" />;
    return <ServerTrouble retry={() => void chosen.refetch()} isBusy={chosen.isFetching} />;
  }
  if (!chosen.data) return <GameLoading title="" />;
  const { PublicGameData: config, LaunchUrl, PreviewedBuild } = chosen.data;
  const title = chooseLocalizedText(config.StorePage.Title, locale);
  const isOnlyServerClosed = !server && servers.length === 1;
  if (isClosed || isOnlyServerClosed)
    return (
      <Suspense fallback={<GameLoading title={title} />}>
        <MaintenanceNotice title={title} maintenance={isClosed ? config.Maintenance : servers[0]?.Maintenance} />
      </Suspense>
    );
  if (chosen.data.MustAcceptDocuments === true)
    return chosen.isFetching ? (
      <GameLoading title={title} />
    ) : (
      <Suspense fallback={<GameLoading title={title} />}>
        <AcceptGameDocuments {...{ game, title }} onAccepted={() => void chosen.refetch()} />
      </Suspense>
    );
  if (!server && servers.length > 1) {
    const choose = (id: string): void => {
      saveChosenServer(game, id);
      setServerId(id);
    };
    return (
      <Suspense fallback={<GameLoading title={title} />}>
        <ServerPicker {...{ title, servers, now, choose }} />
      </Suspense>
    );
  }
  const address = buildFrameUrl(LaunchUrl, locale);
  if (server) address?.searchParams.set('server', server.Id);
  if (!address) return <PlayerError title={t('player.unsupported')} text={LaunchUrl} drawing="broken" />;
  return (
    <GameFrame
      {...{ game, title, played, config, previewToken }}
      previewedBuild={PreviewedBuild}
      address={address.href}
      key={server?.Id}
      {...(server && {
        server: { id: server.Id, name: chooseLocalizedText(server.Name, locale) || server.Id, url: server.Url },
      })}
      {...(servers.length > 1 && { changeServer: () => setServerId(undefined) })}
    />
  );
}

function PreviewEnded({ game }: { game: string }) {
  const { t } = useTranslation();
  const play = runtimeConfig.game === undefined ? `/play/${game}` : '/';
  return (
    <div className="player-trouble">
      <EmptyState
        alert
        drawing="empty"
        title={t('player.preview.expired')}
        text={t('player.preview.expiredText')}
        action={<ButtonLink to={play}>{t('player.preview.playLive')}</ButtonLink>}
      />
    </div>
  );
}

const lookAgainMs = 15_000;

function ServerTrouble(given: { detail?: string; retry: () => void; isBusy?: boolean }) {
  const { t } = useTranslation();
  const isOffline = !navigator.onLine;
  return (
    <PlayerError
      {...given}
      title={isOffline ? t('offline.title') : t('player.server.failed', { portal: getPortalName(runtimeConfig) })}
      text={isOffline ? t('offline.text') : t('player.server.failedText')}
      drawing={isOffline ? 'offline' : 'broken'}
    />
  );
}

function PlayerError({
  title,
  text,
  detail,
  drawing,
  retry,
  isBusy = false,
}: {
  title: string;
  text?: string;
  detail?: string | undefined;
  drawing: 'empty' | 'broken' | 'offline';
  retry?: () => void;
  isBusy?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <div className="player-trouble">
      <EmptyState
        alert
        drawing={drawing}
        title={title}
        {...(text !== undefined && { text })}
        action={
          <div className="actions">
            {retry && (
              <Button kind="primary" busy={isBusy} onClick={retry}>
                {t('retry')}
              </Button>
            )}
            {/* In a platform's frame there is no home page to go to. */}
            {findPlatformOfPage(window.location, runtimeConfig) === undefined && (
              <ButtonLink to="/">{t('nav.home')}</ButtonLink>
            )}
          </div>
        }
      />
      {detail !== undefined && <p className="detail">{detail}</p>}
    </div>
  );
}
