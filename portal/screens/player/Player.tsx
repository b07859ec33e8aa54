// The web player: finds the game and the platform, and shows the game, or says why it cannot be played and offers what there
// is to do. A game in maintenance comes back by itself.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#contract/api-error.ts';
import { localizedText, toLocale } from '#model/locale.ts';
import { inMaintenance } from '#model/maintenance.ts';
import { client } from '#portal/api.ts';
import { findAdapter, type PlayerAdapter } from '#portal/player/adapter.ts';
import { frameAddress } from '#portal/player/frame-address.ts';
import { usePlace } from '#portal/shell/use-place.ts';
import { Button, ButtonLink } from '#portal/ui/Button.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { Loading } from './Loading.tsx';
import { Closed } from './Closed.tsx';
import { Stage } from './Stage.tsx';
import './player.css';

export function Player() {
  const { t } = useTranslation();
  const { game, adapter } = usePlace();
  const found = findAdapter(adapter);
  if (game === undefined) return <Trouble title={t('game.unknown')} drawing="empty" />;
  if (found.outcome === 'unsupported')
    return <Trouble title={t('player.unsupported')} text={found.message} drawing="broken" />;
  // Another game is another frame and another bridge.
  return <ChosenGame key={game} game={game} adapter={found.adapter} />;
}

function ChosenGame({ game, adapter }: { game: string; adapter: PlayerAdapter }) {
  const { t, i18n } = useTranslation();
  const locale = toLocale(i18n.language);
  const chosen = useQuery({
    queryKey: ['play', game, adapter.platform],
    queryFn: () => client.play.chooseGame({ GameSystemName: game, WebPublishingPlatform: adapter.platform }),
    retry: (count, error) => count < 1 && !isRefusal(error),
    // It is the start of play, each time.
    gcTime: 0,
    refetchOnReconnect: ({ state }) => state.status === 'error',
  });
  const [now, setNow] = useState(() => new Date());
  const isClosed = inMaintenance(chosen.data?.PublicGameData.Maintenance, now);
  const { refetch } = chosen;
  useEffect(() => {
    if (!isClosed) return undefined;
    // The window may have been moved, or just be over: the same answer at another time.
    const timer = setInterval(() => {
      setNow(new Date());
      void refetch();
    }, lookAgainMs);
    return () => clearInterval(timer);
  }, [isClosed, refetch]);
  if (chosen.isError && !chosen.data) {
    if (isRefusal(chosen.error)) return <Trouble title={t('game.unknown')} drawing="empty" />;
    const isOffline = !navigator.onLine;
    return (
      <Trouble
        title={isOffline ? t('offline.title') : t('games.failed')}
        text={isOffline ? t('offline.text') : t('games.failedText')}
        drawing={isOffline ? 'offline' : 'broken'}
        retry={() => void chosen.refetch()}
        isBusy={chosen.isFetching}
      />
    );
  }
  if (!chosen.data) return <Loading title="" />;
  const { PublicGameData: config, LaunchUrl } = chosen.data;
  const title = localizedText(config.StorePage.Title, locale);
  if (isClosed) return <Closed title={title} maintenance={config.Maintenance} />;
  const address = frameAddress(LaunchUrl, locale);
  if (!address) return <Trouble title={t('player.unsupported')} text={LaunchUrl} drawing="broken" />;
  return <Stage {...{ game, title, adapter, config }} address={address.href} />;
}

const lookAgainMs = 15_000;

const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status >= 400 && error.status < 500;

function Trouble({
  title,
  text,
  drawing,
  retry,
  isBusy = false,
}: {
  title: string;
  text?: string;
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
            <ButtonLink to="/">{t('nav.home')}</ButtonLink>
          </div>
        }
      />
    </div>
  );
}
