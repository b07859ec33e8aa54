import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newLoading, type LoadingFault, type LoadingState } from '#portal/player/loading-state.ts';
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
    const { title: faultTitle, text } = faultTexts(t, state.fault);
    return (
      <div className="player-loading">
        <EmptyState
          alert
          drawing="broken"
          title={faultTitle}
          text={text}
          action={
            <Button kind="primary" onClick={retry}>
              {t('retry')}
            </Button>
          }
        />
        {state.file !== undefined && (
          <p className="detail" dir="ltr">
            {state.file}
          </p>
        )}
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

function faultTexts(t: TFunction, fault: LoadingFault | undefined): { title: string; text: string } {
  switch (fault) {
    case 'NoWebGl':
      return { title: t('player.noWebGl.title'), text: t('player.noWebGl.text') };
    case 'FilesMissing':
      return { title: t('player.filesMissing.title'), text: t('player.filesMissing.text') };
    case 'Empty':
      return { title: t('player.empty.title'), text: t('player.empty.text') };
    case 'NotLoaded':
    case 'Crashed':
    case undefined:
      return { title: t('player.broken.title'), text: t('player.broken.text') };
  }
}

function megabytes(bytes: number, language: string): string {
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'megabyte',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(bytes / 1_000_000);
}
