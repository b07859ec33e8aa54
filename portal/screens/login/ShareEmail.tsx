import { useId } from 'react';
import { useTranslation } from 'react-i18next';

/** The address keeps its own text direction. */
export function ShareEmail({
  email,
  title,
  checked,
  disabled,
  onChange,
}: {
  email: string;
  title: string;
  checked: boolean;
  disabled: boolean;
  onChange: (isShared: boolean) => void;
}) {
  const { t } = useTranslation();
  const hintId = useId();
  const [before, after] = t('loginPages.connect.share', { email: '\n', game: title }).split('\n');
  return (
    <div className="share">
      <label>
        <input
          type="checkbox"
          aria-describedby={hintId}
          {...{ checked, disabled }}
          onChange={({ target }) => onChange(target.checked)}
        />
        <span>
          {before}
          <bdi>{email}</bdi>
          {after}
        </span>
      </label>
      <p id={hintId} className="muted">
        {t('loginPages.connect.shareHint')}
      </p>
    </div>
  );
}
