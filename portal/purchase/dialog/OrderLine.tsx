import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IncludedProducts } from '#portal/purchase/orders/IncludedProducts.tsx';
import type { ShownOrder } from '#portal/purchase/purchase.ts';

export function OrderLine({ order, isCompact = false }: { order: ShownOrder; isCompact?: boolean }) {
  const { t } = useTranslation();
  // If the picture fails to load, the name is enough.
  const [isBroken, setBroken] = useState(false);
  const { name, description, imageUrl, price } = order;
  return (
    <div className="order-line">
      {!isCompact && imageUrl !== undefined && !isBroken && (
        <img src={imageUrl} alt="" width={64} height={64} onError={() => setBroken(true)} />
      )}
      <div className="what">
        <p className="name">
          <bdi>{name}</bdi>
        </p>
        {!isCompact && description !== '' && description !== name && (
          <p className="description">
            <bdi>{description}</bdi>
          </p>
        )}
        {!isCompact && <IncludedProducts products={order.additional} />}
      </div>
      <p className="price">
        <span className="unseen">{t('purchase.price')} </span>
        <bdi>{price}</bdi>
      </p>
    </div>
  );
}
