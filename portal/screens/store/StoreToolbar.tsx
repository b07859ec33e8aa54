import { useTranslation } from 'react-i18next';
import { Field } from '#portal/ui/Field.tsx';
import { Skeleton } from '#portal/ui/Skeleton.tsx';

export function StoreToolbar({
  wanted,
  setWanted,
  categories,
  category,
  setCategory,
  currencies,
  currency,
  setCurrency,
}: {
  wanted: string;
  setWanted: (wanted: string) => void;
  categories: readonly string[];
  category: string | undefined;
  setCategory: (category: string | undefined) => void;
  currencies: readonly string[];
  currency: string;
  setCurrency: (currency: string) => void;
}) {
  const { t, i18n } = useTranslation();
  const names = new Intl.DisplayNames(i18n.language, { type: 'currency' });
  return (
    <div className="store-tools">
      <Field
        label={t('store.search')}
        type="search"
        value={wanted}
        onChange={({ target }) => setWanted(target.value)}
      />
      {currencies.length > 1 && (
        <label className="currency">
          {t('store.currency')}
          <select value={currency} onChange={({ target }) => setCurrency(target.value)}>
            {currencies.map((code) => (
              <option key={code} value={code}>
                {`${code} – ${names.of(code) ?? code}`}
              </option>
            ))}
          </select>
        </label>
      )}
      {categories.length > 1 && (
        <div className="categories" role="group" aria-label={t('store.categories')}>
          {[undefined, ...categories].map((each) => (
            <button
              key={each ?? ''}
              type="button"
              className="button plain"
              aria-pressed={each === category}
              onClick={() => setCategory(each)}
            >
              <span dir="auto">{each ?? t('store.all')}</span>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

export function StoreToolbarSkeleton() {
  return (
    <div className="store-tools" aria-hidden="true">
      <div className="field">
        <Skeleton width="8em" height="1.5em" />
        <Skeleton width="100%" height="44px" />
      </div>
      <div className="currency">
        <Skeleton width="5em" height="1.5em" />
        <Skeleton width="100%" height="44px" />
      </div>
      <div className="categories">
        <Skeleton width="14em" height="44px" />
      </div>
    </div>
  );
}
