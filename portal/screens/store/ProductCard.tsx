import { useTranslation } from 'react-i18next';
import type { Product } from '#model/product.ts';
import { IncludedProducts } from '#portal/purchase/orders/IncludedProducts.tsx';
import { Badge } from '#portal/ui/Badge.tsx';
import { Button } from '#portal/ui/Button.tsx';
import { Icon } from '#portal/ui/Icon.tsx';
import { Picture } from '#portal/ui/Picture.tsx';
import { Skeleton } from '#portal/ui/Skeleton.tsx';
import { findProductLabel, salePercent } from './filter-products.ts';
import './product-card.css';

export function ProductCard({
  product,
  isOwned,
  isBuying,
  buy,
}: {
  product: Product;
  /** A permanent product that the player already has. */
  isOwned: boolean;
  isBuying: boolean;
  buy: () => void;
}) {
  const { t, i18n } = useTranslation();
  const { ProductName: name, ProductDescription: description, PriceData, WasPrice } = product;
  const price = PriceData?.LocalizedPrice ?? `${product.Price} ${product.Currency}`;
  const percent = salePercent(product.Price, WasPrice?.Price);
  return (
    <li className="product-card">
      <div className="art">
        {product.ImageUrl !== undefined && (
          <Picture address={product.ImageUrl} made={product.Picture} sizes="(min-width: 40rem) 16rem, 50vw" />
        )}
        <ProductBadge percent={percent} labels={product.Labels} language={i18n.language} />
      </div>
      <h3>
        <bdi>{name}</bdi>
      </h3>
      {description !== name && (
        <p className="description">
          <bdi>{description}</bdi>
        </p>
      )}
      <IncludedProducts products={product.AdditionalProducts} />
      <div className="bottom">
        {percent !== undefined && WasPrice && (
          <s>
            <span className="unseen">{t('price.previous')} </span>
            <bdi>{WasPrice.LocalizedPrice}</bdi>
          </s>
        )}
        {isOwned ? (
          <p className="owned">
            <Icon name="check" />
            {t('store.owned')}
          </p>
        ) : (
          <Button kind="primary" busy={isBuying} aria-label={t('store.buy', { name, price })} onClick={buy}>
            <bdi>{price}</bdi>
          </Button>
        )}
      </div>
    </li>
  );
}

function ProductBadge({
  percent,
  labels,
  language,
}: {
  percent: number | undefined;
  labels: readonly string[];
  language: string;
}) {
  const { t } = useTranslation();
  if (percent !== undefined) {
    const less = new Intl.NumberFormat(language, { style: 'percent' }).format(-percent / 100);
    return (
      <Badge tone="warning">
        <span className="unseen">{t('store.sale')} </span>
        <bdi>{less}</bdi>
      </Badge>
    );
  }
  const label = findProductLabel(labels);
  return label === undefined ? null : <Badge tone="accent">{t(`store.label.${label}`)}</Badge>;
}

export function ProductCardSkeleton() {
  return (
    <li className="product-card" aria-hidden="true">
      <div className="art">
        <Skeleton width="100%" height="100%" />
      </div>
      <h3>
        <Skeleton width="70%" height="1.25em" />
      </h3>
      <div className="bottom">
        <Skeleton width="100%" height="44px" />
      </div>
    </li>
  );
}
