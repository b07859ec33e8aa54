import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { toLocale } from '#model/locale.ts';
import { Icon } from '#portal/ui/Icon.tsx';
import './stars.css';

const ratings = [1, 2, 3, 4, 5];

/** Radio buttons, so that arrow keys work and screen readers announce the position. */
export function Stars({ value, onChange }: { value: number | undefined; onChange: (rating: number) => void }) {
  const { t, i18n } = useTranslation();
  const name = useId();
  const format = new Intl.NumberFormat(toLocale(i18n.language));
  return (
    <fieldset className="stars">
      <legend>{t('review.stars')}</legend>
      {ratings.map((rating) => (
        <label key={rating} className={value !== undefined && rating <= value ? 'lit' : ''}>
          <input
            type="radio"
            name={name}
            value={rating}
            required
            checked={rating === value}
            onChange={() => onChange(rating)}
          />
          <Icon name="star" size={36} />
          <span className="unseen">
            {t('review.star', { number: format.format(rating), max: format.format(ratings.length) })}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
