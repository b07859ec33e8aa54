import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  isInferredFault,
  initialGameLoadingState,
  type GameLoadingFault,
  type GameLoadingState,
} from '#portal/player/loading-state.ts';
import { Button } from '#portal/ui/Button.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';

/** Covers the game until it can be played: its progress, or an error. */
export function GameLoading({
  title,
  art,
  state = initialGameLoadingState,
  retry,
  uncover,
}: {
  title: string;
  art?: string;
  state?: GameLoadingState;
  retry?: () => void;
  uncover?: () => void;
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
            <div className="actions">
              <Button kind="primary" onClick={retry}>
                {t('retry')}
              </Button>
              {isInferredFault(state.fault) && <Button onClick={uncover}>{t('player.showAnyway')}</Button>}
            </div>
          }
        />
        {state.detail !== undefined && (
          <p className="detail" dir="ltr">
            {state.detail}
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
      {/* Without a value the browser shows an indeterminate progress bar. */}
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

function faultTexts(t: TFunction, fault: GameLoadingFault | undefined): { title: string; text: string } {
  switch (fault) {
    case 'NoWebGl':
      return { title: t('player.noWebGl.title'), text: t('player.noWebGl.text') };
    case 'FilesMissing':
      return { title: t('player.filesMissing.title'), text: t('player.filesMissing.text') };
    case 'Empty':
      return { title: t('player.empty.title'), text: t('player.empty.text') };
    case 'Threw':
    case 'EngineError':
      return { title: t('player.crashed.title'), text: t('player.crashed.text') };
    case 'NotAnswering':
      return { title: t('player.notResponding.title'), text: t('player.notResponding.text') };
    case 'RefusesFraming':
      return { title: t('player.framingRefused.title'), text: t('player.framingRefused.text') };
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
