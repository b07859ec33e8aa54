// The target of a mail link about an added or removed sign-in method. Only the button undoes the change, because mail
// scanners open links too.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#contract/api-error.ts';
import { apiClient } from '#portal/api.ts';
import { identityTitle } from '#portal/sign-in/identity-title.ts';
import { useSignIn } from '#portal/shell/use-sign-in.ts';
import { Button, ButtonLink } from '#portal/ui/Button.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { profilePagePath } from '#portal/shell/own-page-paths.ts';
import { LoginPageLayout } from './LoginPageLayout.tsx';
import { useUrlToken } from './use-url-token.ts';

export function UndoSignInChange() {
  const { t } = useTranslation();
  const token = useUrlToken();
  const queries = useQueryClient();
  const undo = useMutation({
    mutationFn: (Token: string) => apiClient.profile.undoIdentityChange({ Token }),
    networkMode: 'always',
    // This browser's session may just have been ended.
    onSuccess: () => queries.invalidateQueries({ queryKey: ['profile'] }),
  });
  if (undo.data) return <Undone {...undo.data} />;
  const isOver = token === undefined || isFinal(undo.error);
  return (
    <LoginPageLayout title={t('loginPages.undo.title')}>
      {isOver ? (
        <>
          <Notice tone="warning">{t(undo.error ? errorKey(undo.error) : 'loginPages.undo.expired')}</Notice>
          <ButtonLink to="/">{t('nav.home')}</ButtonLink>
        </>
      ) : (
        <>
          <p>{t('loginPages.undo.text')}</p>
          <p className="muted">{t('loginPages.undo.effect')}</p>
          {undo.error && <Notice tone="danger">{t(errorKey(undo.error))}</Notice>}
          <div className="actions">
            <Button kind="primary" busy={undo.isPending} onClick={() => undo.mutate(token)}>
              {t('loginPages.undo.yes')}
            </Button>
            <ButtonLink to="/">{t('loginPages.undo.no')}</ButtonLink>
          </div>
        </>
      )}
    </LoginPageLayout>
  );
}

function Undone({ Change, Type }: Awaited<ReturnType<typeof apiClient.profile.undoIdentityChange>>) {
  const { t } = useTranslation();
  const signIn = useSignIn();
  const title = identityTitle(Type, t);
  return (
    <LoginPageLayout title={t('loginPages.undo.done')}>
      <div role="status">
        <p>{t(Change === 'removed' ? 'loginPages.undo.restored' : 'loginPages.undo.removed', { title })}</p>
        <p className="muted">{t('loginPages.undo.signedOut')}</p>
      </div>
      <Button kind="primary" autoFocus onClick={() => void signIn({ from: profilePagePath() ?? '/' })}>
        {t('signIn')}
      </Button>
    </LoginPageLayout>
  );
}

const texts = {
  TokenExpiredOrUsed: 'loginPages.undo.expired',
  LastIdentity: 'loginPages.undo.lastMethod',
  IdentityTaken: 'loginPages.undo.taken',
  TooManyRequests: 'profile.tooManyAttempts',
} as const;

function errorKey(error: Error) {
  if (!(error instanceof ApiError)) return 'errors.generic';
  if (error.status === 0) return 'profile.networkError';
  const { code } = error;
  return code !== undefined && Object.hasOwn(texts, code) ? texts[code as keyof typeof texts] : 'errors.generic';
}

/** A retry would fail the same way. */
const isFinal = (error: Error | null): boolean =>
  error instanceof ApiError && (error.code === 'TokenExpiredOrUsed' || error.code === 'IdentityTaken');
