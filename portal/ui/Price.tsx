import { useTranslation } from 'react-i18next';
import { formatMoney, type Money } from '#model/money.ts';
import './price.css';

export function Price({ price, before }: { price: Money; before?: Money }) {
  const { i18n, t } = useTranslation();
  return (
    <span className="price">
      {before && (
        <s>
          <span className="unseen">{t('price.previous')} </span>
          {formatMoney(before, i18n.language)}
        </s>
      )}
      <span>{formatMoney(price, i18n.language)}</span>
    </span>
  );
}
