import { useTranslation } from 'react-i18next';
import { Button } from '#portal/ui/Button.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { Skeleton } from '#portal/ui/Skeleton.tsx';

export function NewsSkeleton() {
  const { t } = useTranslation();
  return (
    <div className="news-list" role="status" aria-busy="true" aria-label={t('loading')}>
      {[1, 2, 3].map((number) => (
        <Skeleton key={number} width="100%" height="220px" />
      ))}
    </div>
  );
}

export function NewsFailed({ isBusy, retry }: { isBusy: boolean; retry: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      alert
      drawing={navigator.onLine ? 'broken' : 'offline'}
      title={navigator.onLine ? t('news.failed') : t('offline.title')}
      action={
        <Button kind="primary" busy={isBusy} onClick={retry}>
          {t('retry')}
        </Button>
      }
    />
  );
}
