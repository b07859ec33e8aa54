import { useTranslation } from 'react-i18next';
import { Button } from '#portal/ui/Button.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';

/** Games that could not be loaded, and a way to try again. */
export function GamesFailed({
  query,
}: {
  query: { readonly isFetching: boolean; readonly refetch: () => Promise<unknown> };
}) {
  const { t } = useTranslation();
  const isOffline = !navigator.onLine;
  return (
    <EmptyState
      alert
      drawing={isOffline ? 'offline' : 'broken'}
      title={isOffline ? t('offline.title') : t('games.failed')}
      text={isOffline ? t('offline.text') : t('games.failedText')}
      action={
        <Button kind="primary" busy={query.isFetching} onClick={() => void query.refetch()}>
          {t('retry')}
        </Button>
      }
    />
  );
}
