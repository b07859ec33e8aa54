import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { orderStageTextKey } from '#portal/purchase/orders/order-stage-text-key.ts';
import { OrderProgress } from '#portal/purchase/orders/OrderProgress.tsx';
import { useOrder } from '#portal/purchase/orders/use-order.ts';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { ButtonLink } from '#portal/ui/Button.tsx';
import { profilePagePath } from '#portal/shell/own-page-paths.ts';
import './order-panel.css';

export function OrderPanel({ id }: { id: string }) {
  const { t } = useTranslation();
  const { order, stage, hasFailed, isLate } = useOrder(id);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
    // Delayed, because the browser first restores the scroll position when the modal closes.
    const timer = setTimeout(() => panel.current?.scrollIntoView({ block: 'start' }), settleMs);
    return () => clearTimeout(timer);
  }, []);
  const said =
    stage === undefined ? (hasFailed ? 'profile.networkError' : 'loading') : orderStageTextKey(stage, isLate);
  return (
    <section ref={panel} className="order-panel" aria-label={t('screen.storeReturn')} tabIndex={-1}>
      <div className="what">
        {order && (
          <p className="name">
            <bdi>{order.ProductName}</bdi>
          </p>
        )}
        <p role="status">{t(said)}</p>
      </div>
      {stage !== undefined && <OrderProgress stage={stage} />}
      <div className="actions">
        {order && (
          <ButtonLink to={runtimeConfig.game === undefined ? `/play/${order.Game}` : '/'}>
            {t('order.toGame')}
          </ButtonLink>
        )}
        {/* A single-game site has no profile page. */}
        {profilePagePath() !== undefined && (
          <ButtonLink kind="quiet" to={`${profilePagePath()}#purchases`}>
            {t('order.toPurchases')}
          </ButtonLink>
        )}
      </div>
    </section>
  );
}

const settleMs = 300;
