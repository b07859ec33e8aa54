// The page for what went wrong elsewhere: by the code in the address, with the answer of the server to unfold when there is
// one.
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import { ButtonLink } from '#portal/ui/Button.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { messageKey, prettyBody } from './error-text.ts';
import './error-screen.css';

/** What a failed flow hands over when it comes here. */
export interface ErrorState {
  readonly status: number;
  readonly statusText?: string;
  readonly body: string;
  readonly url?: string;
}

export function ErrorScreen() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const state = errorState(useLocation().state);
  return (
    <div className="error-screen">
      <h1 className="screen-title">{t('errors.title')}</h1>
      <EmptyState
        alert
        drawing="broken"
        title={t(messageKey(search.get('inviteErrorCode')))}
        action={
          <ButtonLink kind="primary" to="/">
            {t('nav.home')}
          </ButtonLink>
        }
      />
      {state && (
        <details>
          <summary>{t('errors.details', { status: state.status })}</summary>
          <pre dir="ltr">{prettyBody(state.body)}</pre>
        </details>
      )}
    </div>
  );
}

function errorState(state: unknown): ErrorState | undefined {
  const { status, body } = (state ?? {}) as Partial<ErrorState>;
  return typeof status === 'number' && typeof body === 'string' ? { status, body } : undefined;
}
