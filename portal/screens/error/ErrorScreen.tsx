// The error page: the text for the code in the URL, and the server's response in a collapsed section.
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import { useSignIn } from '#portal/shell/use-sign-in.ts';
import { Button, ButtonLink } from '#portal/ui/Button.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { errorMessageKey, linkFailureTexts, formatErrorBody } from './error-text.ts';
import './error-screen.css';

/** The state that a failed flow passes to this page. */
export interface ErrorPageState {
  readonly status: number;
  readonly statusText?: string;
  readonly body: string;
  readonly url?: string;
  /** A new link can be sent, or the link must be opened in another browser. */
  readonly offer?: keyof typeof linkFailureTexts;
}

export function ErrorScreen() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const signIn = useSignIn();
  const state = errorState(useLocation().state);
  const canSendLink = state?.offer === 'newLink' || state?.offer === 'newestLink';
  return (
    <div className="error-screen">
      <h1 className="screen-title">{t('errors.title')}</h1>
      <EmptyState
        alert
        drawing="broken"
        title={t(
          state?.offer === undefined ? errorMessageKey(search.get('inviteErrorCode')) : linkFailureTexts[state.offer],
        )}
        action={
          canSendLink ? (
            <Button kind="primary" onClick={() => void signIn({ from: '/' })}>
              {t('loginPages.newLink')}
            </Button>
          ) : (
            <>
              <ButtonLink kind="primary" to="/">
                {t('nav.home')}
              </ButtonLink>
              <ButtonLink to="/Support">{t('footer.support')}</ButtonLink>
            </>
          )
        }
      />
      {state && (
        <details>
          <summary>{t('errors.details', { status: state.status })}</summary>
          <pre dir="ltr">{formatErrorBody(state.body)}</pre>
        </details>
      )}
    </div>
  );
}

function errorState(state: unknown): ErrorPageState | undefined {
  const { status, body, offer } = (state ?? {}) as Partial<ErrorPageState>;
  if (typeof status !== 'number' || typeof body !== 'string') return undefined;
  return { status, body, ...(offer !== undefined && Object.hasOwn(linkFailureTexts, offer) && { offer }) };
}
