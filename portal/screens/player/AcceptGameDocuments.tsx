import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { log } from '#portal/log.ts';
import { requestDocumentConsent } from '#portal/modals/documents/request-document-consent.ts';
import { useOpenModal } from '#portal/shell/open-modal.ts';
import { findPlatformOfPage } from '#portal/platform/platform-page.ts';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { Button, ButtonLink } from '#portal/ui/Button.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { GameLoading } from './GameLoading.tsx';

/**
 * Asks the player to accept the required documents before the game starts. A player who declines can retry or leave.
 */
export function AcceptGameDocuments({
  game,
  title,
  onAccepted,
}: {
  game: string;
  title: string;
  onAccepted: () => void;
}) {
  const { t } = useTranslation();
  const openModal = useOpenModal();
  const [state, setState] = useState<'asking' | 'declined' | 'failed'>('asking');
  useEffect(() => {
    if (state !== 'asking') return undefined;
    let isOver = false;
    const end = (next: () => void): void => {
      if (!isOver) next();
    };
    const ask = (): void =>
      void requestDocumentConsent(openModal, { game, decline: t('acceptDocuments.later') }).then(
        (isAccepted) => end(isAccepted ? onAccepted : () => setState('declined')),
        (error: unknown) => {
          log.warn(`The documents to accept for ${game} could not be loaded.`, error);
          end(() => setState('failed'));
        },
      );
    // Delayed, so that a double mount in strict mode asks once.
    const timer = setTimeout(ask);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- Asked once each time; switching the language doesn't ask again.
  }, [state, game]);
  if (state === 'asking') return <GameLoading title={title} />;
  const isDeclined = state === 'declined';
  return (
    <div className="player-trouble">
      <EmptyState
        alert
        drawing={isDeclined ? 'empty' : navigator.onLine ? 'broken' : 'offline'}
        title={isDeclined ? t('acceptDocuments.required', { game: title }) : t('documentPage.failed')}
        action={
          <div className="actions">
            <Button kind="primary" onClick={() => setState('asking')}>
              {isDeclined ? t('acceptDocuments.read') : t('retry')}
            </Button>
            {/* In a platform's frame there is no home page to go to. */}
            {findPlatformOfPage(window.location, runtimeConfig) === undefined && (
              <ButtonLink to="/">{t('nav.home')}</ButtonLink>
            )}
          </div>
        }
      />
    </div>
  );
}
