// The page to which a provider returns the buyer. It shows the status that the server knows and ignores what the URL
// claims.
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams } from 'react-router';
import type { OrderStage } from '#portal/purchase/orders/order-stage.ts';
import { orderStageTextKey } from '#portal/purchase/orders/order-stage-text-key.ts';
import { OrderProgress } from '#portal/purchase/orders/OrderProgress.tsx';
import { useOrder } from '#portal/purchase/orders/use-order.ts';
import { forgetStoredOrderId } from '#portal/purchase/stored-order.ts';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { useSessionNumber } from '#portal/session.ts';
import { useSignIn } from '#portal/shell/use-sign-in.ts';
import { Button, ButtonLink } from '#portal/ui/Button.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { BoughtProduct, PurchasePageLayout, PurchaseWaiting } from './PurchasePageLayout.tsx';

export function StoreReturn() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const session = useSessionNumber();
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
  // The order's status is shown here.
  useEffect(() => forgetStoredOrderId(), []);
  return (
    <PurchasePageLayout title={t('screen.storeReturn')} screen="storeReturn">
      {!isId ? <UnknownOrder /> : session === 0 ? <SignInFirst /> : <OwnOrder key={id} id={id} />}
    </PurchasePageLayout>
  );
}

function OwnOrder({ id }: { id: string }) {
  const { t } = useTranslation();
  const { order, stage, isUnknown, hasFailed, isAsking, isLate, askAgain } = useOrder(id);
  if (isUnknown) return <UnknownOrder />;
  if (hasFailed) {
    return (
      <>
        <Notice tone="danger">{t('profile.networkError')}</Notice>
        <Button kind="primary" busy={isAsking} onClick={askAgain}>
          {t('retry')}
        </Button>
      </>
    );
  }
  if (!order || !stage) return <PurchaseWaiting>{t('loading')}</PurchaseWaiting>;
  const isFixed = runtimeConfig.game !== undefined;
  return (
    <>
      <BoughtProduct name={order.ProductName} price={order.Price.LocalizedPrice} imageUrl={order.ImageUrl} />
      <OrderWords stage={stage} isLate={isLate} />
      <OrderProgress stage={stage} />
      <div className="actions">
        <ButtonLink kind={stage === 'cancelled' ? 'plain' : 'primary'} to={isFixed ? '/' : `/play/${order.Game}`}>
          {t('order.toGame')}
        </ButtonLink>
        <ButtonLink kind={stage === 'cancelled' ? 'primary' : 'plain'} to={`/Store/${order.Game}`}>
          {t('order.toStore')}
        </ButtonLink>
      </div>
    </>
  );
}

const toneOf = {
  paid: 'good',
  undelivered: 'warning',
  delivered: 'good',
  cancelled: 'info',
  refunded: 'info',
} as const;

function OrderWords({ stage, isLate }: { stage: OrderStage; isLate: boolean }) {
  const { t } = useTranslation();
  if (stage !== 'open') return <Notice tone={toneOf[stage]}>{t(orderStageTextKey(stage, isLate))}</Notice>;
  const text = t(orderStageTextKey(stage, isLate));
  return isLate ? <Notice>{text}</Notice> : <PurchaseWaiting>{text}</PurchaseWaiting>;
}

export function UnknownOrder() {
  const { t } = useTranslation();
  return (
    <>
      <Notice tone="warning">{t('order.notFound')}</Notice>
      <div className="actions">
        <ButtonLink to="/">{t('nav.home')}</ButtonLink>
      </div>
    </>
  );
}

function SignInFirst() {
  const { t } = useTranslation();
  const signIn = useSignIn();
  const { pathname } = useLocation();
  return (
    <>
      <p>{t('order.signIn')}</p>
      <Button kind="primary" onClick={() => void signIn({ from: pathname })}>
        {t('signIn')}
      </Button>
    </>
  );
}
