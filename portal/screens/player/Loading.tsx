import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newLoading, type LoadingState } from '#portal/player/loading-state.ts';
import { Button } from '#portal/ui/Button.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';

/** What lies over the game until it can be played: how far it is, or what went wrong. */
export function Loading({
  title,
  art,
  state = newLoading,
  retry,
}: {
  title: string;
  art?: string;
  state?: LoadingState;
  retry?: () => void;
}) {
  const { t, i18n } = useTranslation();
  const [hasArt, setHasArt] = useState(true);
  if (state.phase === 'failed') {
    const isMissing = state.fault === 'NoWebGl';
    return (
      <div className="player-loading">
        <EmptyState
          alert
          drawing="broken"
          title={isMissing ? t('player.noWebGl.title') : t('player.broken.title')}
          text={isMissing ? t('player.noWebGl.text') : t('player.broken.text')}
          action={
            <Button kind="primary" onClick={retry}>
              {t('retry')}
            </Button>
          }
        />
      </div>
    );
  }
  const { fraction, loadedBytes, totalBytes } = state;
  const isKnown = fraction !== undefined;
  return (
    <div className="player-loading">
      {art !== undefined && hasArt && (
        <img src={art} alt="" width="160" height="160" onError={() => setHasArt(false)} />
      )}
      <p role="status" className="title">
        {title === '' ? t('loading') : t('player.loading', { title })}
      </p>
      {/* Without a value the browser shows that it goes on, and not how far. */}
      <progress aria-label={t('loading')} max={1} {...(isKnown && { value: fraction })} />
      <p className="bytes">
        {loadedBytes !== undefined &&
          totalBytes !== undefined &&
          totalBytes > 0 &&
          t('player.bytes', {
            loaded: megabytes(loadedBytes, i18n.language),
            total: megabytes(totalBytes, i18n.language),
          })}
      </p>
      {state.phase === 'slow' && (
        <div className="slow" role="alert">
          <p>{navigator.onLine ? t('player.slow') : t('offline.title')}</p>
          <Button onClick={retry}>{t('retry')}</Button>
        </div>
      )}
    </div>
  );
}

function megabytes(bytes: number, language: string): string {
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'megabyte',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(bytes / 1_000_000);
}
