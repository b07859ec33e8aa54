import { useTranslation } from 'react-i18next';
import type { AdditionalProduct } from '#model/product.ts';
import { isolateTextDirection } from '#portal/i18n/isolate-text-direction.ts';

export function IncludedProducts({ products }: { products: readonly AdditionalProduct[] | undefined }) {
  const { t, i18n } = useTranslation();
  if (!products || products.length === 0) return null;
  const names = products.map(({ ProductName, Sku }) => isolateTextDirection(ProductName || Sku));
  return (
    <p className="description">{t('store.includes', { names: new Intl.ListFormat(i18n.language).format(names) })}</p>
  );
}
