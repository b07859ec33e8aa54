import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Button } from '#portal/ui/Button.tsx';
import { Skeleton } from '#portal/ui/Skeleton.tsx';
import { PurchaseRow } from './PurchaseRow.tsx';
import { focusSection, ProfileSection } from './ProfileSection.tsx';
import { useOrders } from './use-orders.ts';
import './purchases.css';

export function Purchases() {
  const { t } = useTranslation();
  const orders = useOrders();
  const list = orders.data?.pages.flatMap(({ Orders }) => Orders);
  useGoHere(list !== undefined || orders.isError);
  return (
    <ProfileSection id="purchases" title={t('purchases.title')}>
      {list?.length === 0 && <p className="muted">{t('purchases.empty')}</p>}
      {!list && !orders.isError && <PurchasesSkeleton />}
      {!list && orders.isError && (
        <div className="none">
          <p role="alert">{t('purchases.failed')}</p>
          <Button busy={orders.isFetching} onClick={() => void orders.refetch()}>
            {t('retry')}
          </Button>
        </div>
      )}
      <ul className="rows purchases">
        {list?.map((order) => (
          <PurchaseRow key={order.PublicOrderId} order={order} />
        ))}
      </ul>
      {orders.hasNextPage && (
        <div className="actions">
          <Button busy={orders.isFetchingNextPage} onClick={() => void orders.fetchNextPage()}>
            {t('purchases.more')}
          </Button>
        </div>
      )}
    </ProfileSection>
  );
}

/** Scrolls to this section, once it has its height. */
function useGoHere(isThere: boolean): void {
  const { hash } = useLocation();
  const hasGone = useRef(false);
  useEffect(() => {
    if (!isThere || hasGone.current || hash !== '#purchases') return;
    hasGone.current = true;
    focusSection('purchases');
  }, [isThere, hash]);
}

function PurchasesSkeleton() {
  const { t } = useTranslation();
  return (
    <div className="rows" role="status" aria-busy="true" aria-label={t('loading')}>
      {[0, 1].map((row) => (
        <div key={row} className="row-skeleton">
          <Skeleton width="60%" height="1.2em" />
          <Skeleton width="40%" />
        </div>
      ))}
    </div>
  );
}
