import { useTranslation } from 'react-i18next';
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
