import { useTranslation } from 'react-i18next';
import { Skeleton } from '#portal/ui/Skeleton.tsx';

export function ProfileSkeleton() {
  const { t } = useTranslation();
  return (
    <div className="profile" role="status" aria-busy="true" aria-label={t('loading')}>
      <div className="column">
        <div className="card person">
          <Skeleton width="88px" height="88px" round />
          <Skeleton width="8em" height="44px" />
          <Skeleton width="12em" />
          <Skeleton width="6em" height="24px" />
        </div>
        <CardSkeleton rows={2} />
      </div>
      <div className="column">
        <CardSkeleton rows={2} />
        <CardSkeleton rows={3} />
        <CardSkeleton rows={2} />
      </div>
    </div>
  );
}

function CardSkeleton({ rows }: { rows: number }) {
  return (
    <div className="card">
      <Skeleton width="9em" height="1.5em" />
      <div className="rows">
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className="row-skeleton">
            <Skeleton width="60%" height="1.2em" />
            <Skeleton width="40%" />
          </div>
        ))}
      </div>
    </div>
  );
}
