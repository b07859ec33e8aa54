import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderSummary } from '#model/order-history.ts';
import { canRedeliver, orderStage } from '#portal/purchase/orders/order-stage.ts';
import { OrderStageBadge } from '#portal/purchase/orders/OrderStageBadge.tsx';
import { Button } from '#portal/ui/Button.tsx';
import { useGameTitle } from '#portal/queries/use-games-by-name.ts';
import { OrderHistory } from './OrderHistory.tsx';
import { RedeliveryButton } from './RedeliveryButton.tsx';
import { RefundButton } from './RefundButton.tsx';

export function PurchaseRow({ order }: { order: OrderSummary }) {
  const { t, i18n } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { PublicOrderId: id, ProductName: name, ImageUrl, Price, Game, CreatedAt, DeliveryState } = order;
  const stage = orderStage(order);
  const title = useGameTitle(Game);
  const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <li>
      {ImageUrl === undefined ? (
        <span className="product" />
      ) : (
        <img className="product" src={ImageUrl} alt="" width="48" height="48" loading="lazy" />
      )}
      <div className="what">
        <p className="title">
          <bdi>{name}</bdi> <OrderStageBadge stage={stage} />
        </p>
        <p className="details">
          <bdi>{title}</bdi>
          <bdi>{Price.LocalizedPrice}</bdi>
          <time dateTime={CreatedAt}>{date.format(new Date(CreatedAt))}</time>
        </p>
        {DeliveryState !== 'None' && <p className="details">{t(deliveryText[DeliveryState])}</p>}
      </div>
      <Button
        kind="quiet"
        aria-expanded={isOpen}
        aria-controls={`history-${id}`}
        aria-label={`${t('purchases.details')}: ${name}`}
        onClick={() => setOpen(!isOpen)}
      >
        {t('purchases.details')}
      </Button>
      <div className="unfolded" id={`history-${id}`} hidden={!isOpen}>
        {isOpen && <OrderHistory id={id} />}
        {isOpen && canRedeliver(stage) && <RedeliveryButton id={id} name={name} />}
        {isOpen && <RefundButton order={order} />}
      </div>
    </li>
  );
}

const deliveryText = {
  Waiting: 'purchases.delivering',
  Delivered: 'purchases.history.acknowledged',
  GivenUp: 'purchases.history.deliveryGivenUp',
  Dropped: 'purchases.history.notDelivered',
  Revoking: 'purchases.revoking',
  Revoked: 'purchases.history.removedFromGame',
} as const satisfies Readonly<Record<Exclude<OrderSummary['DeliveryState'], 'None'>, string>>;
