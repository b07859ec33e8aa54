import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#contract/api-error.ts';
import { apiClient } from '#portal/api.ts';
import { Captcha } from '#portal/captcha/Captcha.tsx';
import { signInError } from '#portal/sign-in/sign-in-error.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { useSignInErrorText } from '#portal/sign-in/use-sign-in-error-text.ts';
import { LoginFailed } from './LoginFailed.tsx';
import { LoginPageLayout } from './LoginPageLayout.tsx';

export type MailSignInReply = Awaited<ReturnType<typeof apiClient.auth.authenticateFromEmailInvite>>;

/** Only a click may use up a mail link. */
export function ConfirmMailSignIn({
  inviteToken,
  asked,
  onReply,
}: {
  inviteToken: string;
  asked: NonNullable<MailSignInReply['Confirmation']>;
  onReply: (reply: MailSignInReply) => void;
}) {
  const { t } = useTranslation();
  const describe = useSignInErrorText();
  const [captcha, setCaptcha] = useState<string>();
  // A captcha's token is valid once.
  const [tries, setTries] = useState(0);
  const [isFailed, setFailed] = useState(false);
  const confirm = useMutation({
    mutationFn: (CaptchaResult: string) =>
      apiClient.auth.authenticateFromEmailInvite({ InviteToken: inviteToken, Nonce: asked.Nonce, CaptchaResult }),
    onSuccess: onReply,
    onError: () => {
      setCaptcha(undefined);
      setTries((before) => before + 1);
    },
  });
  if (confirm.error && !mayTryAgain(confirm.error)) return <LoginFailed isLink error={confirm.error} />;
  const error = isFailed ? signInError(new Error('Robot check error. Try again.')) : undefined;
  const shown = error ?? (confirm.error ? signInError(confirm.error) : undefined);
  return (
    <LoginPageLayout title={t('loginPages.confirm.title', { email: asked.Email })}>
      <p className="request">{t('loginPages.confirm.reference', { mark: asked.Mark })}</p>
      <p className="muted">{t('loginPages.confirm.text')}</p>
      {shown && <Notice tone="danger">{describe(shown)}</Notice>}
      {isFailed ? (
        <Button
          onClick={() => {
            setFailed(false);
            setTries(tries + 1);
          }}
        >
          {t('retry')}
        </Button>
      ) : (
        <Captcha key={tries} action="magic_confirm" onPassed={setCaptcha} onFailed={() => setFailed(true)} />
      )}
      <Button
        kind="primary"
        disabled={captcha === undefined}
        busy={confirm.isPending}
        onClick={() => captcha !== undefined && confirm.mutate(captcha)}
      >
        {t('signIn')}
      </Button>
    </LoginPageLayout>
  );
}

/** The captcha was not passed, or the server could not be reached. */
function mayTryAgain(error: Error): boolean {
  return (
    error instanceof ApiError &&
    (error.code === 'CaptchaFailed' || error.status === 0 || error.status === 429 || error.status >= 500)
  );
}
