import { useTranslation } from 'react-i18next';
import { ProductCardSkeleton } from './ProductCard.tsx';
import { StoreToolbarSkeleton } from './StoreToolbar.tsx';

export function StoreSkeleton() {
  const { t } = useTranslation();
  return (
    <>
      <StoreToolbarSkeleton />
      <ul className="product-grid waiting" aria-busy="true" aria-label={t('loading')}>
        {[0, 1, 2, 3].map((place) => (
          <ProductCardSkeleton key={place} />
        ))}
      </ul>
    </>
  );
}
