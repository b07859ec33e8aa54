import { useTranslation } from 'react-i18next';
import { Skeleton } from '#portal/ui/Skeleton.tsx';
import './friends-waiting.css';

export function FriendListSkeleton() {
  const { t } = useTranslation();
  return (
    <div className="friends-waiting" role="status" aria-label={t('loading')}>
      {['70%', '55%', '62%'].map((width) => (
        <div key={width}>
          <Skeleton width="44px" height="44px" round />
          <Skeleton width={width} height="1.4em" />
        </div>
      ))}
    </div>
  );
}
