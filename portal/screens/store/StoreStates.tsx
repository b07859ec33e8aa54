import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '#portal/ui/Button.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { ProductCardSkeleton } from './ProductCard.tsx';
import { StoreToolsSkeleton } from './StoreTools.tsx';

/** There is no such game, or the server did not say what it sells. */
export function StoreTrouble({
  isUnknown,
  isTrying,
  retry,
}: {
  isUnknown: boolean;
  isTrying: boolean;
  retry: () => void;
}) {
  const { t } = useTranslation();
  const isOffline = !navigator.onLine;
  if (isUnknown) {
    return (
      <EmptyState
        alert
        drawing="empty"
        title={t('game.unknown')}
        action={
          <ButtonLink kind="primary" to="/">
            {t('nav.home')}
          </ButtonLink>
        }
      />
    );
  }
  return (
    <EmptyState
      alert
      drawing={isOffline ? 'offline' : 'broken'}
      title={isOffline ? t('offline.title') : t('store.failed')}
      text={isOffline ? t('offline.text') : t('games.failedText')}
      action={
        <Button kind="primary" busy={isTrying} onClick={retry}>
          {t('retry')}
        </Button>
      }
    />
  );
}

/** The shapes of what comes. */
export function StoreSkeleton() {
  const { t } = useTranslation();
  return (
    <>
      <StoreToolsSkeleton />
      <ul className="product-grid waiting" aria-busy="true" aria-label={t('loading')}>
        {[0, 1, 2, 3].map((place) => (
          <ProductCardSkeleton key={place} />
        ))}
      </ul>
    </>
  );
}
