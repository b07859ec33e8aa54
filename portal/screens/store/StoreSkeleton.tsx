import { useTranslation } from 'react-i18next';
import { ProductCardSkeleton } from './ProductCard.tsx';
import { StoreToolsSkeleton } from './StoreTools.tsx';

export function StoreSkeleton() {
  const { t } = useTranslation();
  return (
    <>
      <StoreToolsSkeleton />
      <ul className="product-grid waiting" aria-busy="true" aria-label={t('loading')}>
        {[0, 1, 2, 3].map((place) => (
          <ProductCardSkeleton key={place} />
        ))}
      </ul>
    </>
  );
}
