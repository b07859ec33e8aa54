// A word from the page one came from, such as why one was sent away from it.
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Notice } from '#portal/ui/Notice.tsx';

/** What a redirect may say, by the key of its text. */
export interface FlashState {
  readonly flash: 'flash.logInFirst';
  /** Where one wanted to go. */
  readonly from: string;
}

export function FlashNotice() {
  const { t } = useTranslation();
  const state = useLocation().state as Partial<FlashState> | null;
  if (state?.flash !== 'flash.logInFirst') return null;
  return (
    <div className="flash">
      <Notice tone="warning">{t(state.flash)}</Notice>
    </div>
  );
}
