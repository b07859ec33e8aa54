import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';

export function LoadFailed({
  title,
  query,
}: {
  title: string;
  query: { readonly isFetching: boolean; readonly refetch: () => Promise<unknown> };
}) {
  const { t } = useTranslation();
  const isOffline = !navigator.onLine;
  return (
    <EmptyState
      alert
      drawing={isOffline ? 'offline' : 'broken'}
      title={isOffline ? t('offline.title') : title}
      text={isOffline ? t('offline.text') : t('games.failedText')}
      action={
        <Button kind="primary" busy={query.isFetching} onClick={() => void query.refetch()}>
          {t('retry')}
        </Button>
      }
    />
  );
}
