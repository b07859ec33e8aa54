import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { errorPagePath } from '#portal/shell/own-page-paths.ts';
import { buildErrorPageState } from '#portal/sign-in/error-page-state.ts';
import { ButtonLink } from '#portal/ui/Button.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { errorMessageKey, linkFailureTexts } from '../error/error-text.ts';

/** A single-game site has no error page, so the error is shown here. */
export function LoginFailed({
  error,
  inviteErrorCode,
  isLink = false,
}: {
  error?: unknown;
  inviteErrorCode?: string;
  isLink?: boolean;
}) {
  const { t } = useTranslation();
  const page = errorPagePath();
  if (page !== undefined) {
    return inviteErrorCode === undefined ? (
      <Navigate to={page} replace state={buildErrorPageState(error, isLink)} />
    ) : (
      <Navigate to={`${page}?inviteErrorCode=${encodeURIComponent(inviteErrorCode)}`} replace />
    );
  }
  const { offer } = inviteErrorCode === undefined ? buildErrorPageState(error, isLink) : {};
  return (
    <EmptyState
      alert
      drawing="broken"
      title={t(offer === undefined ? errorMessageKey(inviteErrorCode ?? null) : linkFailureTexts[offer])}
      action={
        <ButtonLink kind="primary" to="/">
          {t('nav.home')}
        </ButtonLink>
      }
    />
  );
}
