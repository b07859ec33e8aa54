// The last step: the mail was sent. Its link works in any browser; the code can be entered here instead.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SentMail } from '#portal/sign-in/login.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Notice } from '#portal/ui/Notice.tsx';
import { CodeField } from './CodeField.tsx';
import { Envelope } from './Envelope.tsx';
import { useMailStatus } from './use-mail-status.ts';
import type { CompletedSignIn } from './sign-in-step.ts';

export function MailStep({
  mail,
  email,
  onSignedIn,
  onResend,
  onBack,
  close,
}: {
  mail: SentMail;
  email: string;
  onSignedIn: (result: CompletedSignIn) => void;
  onResend: () => void;
  onBack: () => void;
  close: () => void;
}) {
  const { t, i18n } = useTranslation();
  const seconds = new Intl.NumberFormat(i18n.language);
  const status = useMailStatus(mail.handle);
  const secondsLeft = useCountdown(mail.resendAfterSeconds);
  return (
    <>
      <Envelope />
      <SentTo email={email} />
      {mail.mark !== undefined && status === 'Waiting' && (
        <p className="mark">
          {t('signInModal.mail.reference')} <strong dir="ltr">{mail.mark}</strong>
        </p>
      )}
      {status !== 'Waiting' && <Notice tone={status === 'Used' ? 'info' : 'warning'}>{t(endTexts[status])}</Notice>}
      {mail.handle !== undefined && status === 'Waiting' && <CodeField handle={mail.handle} onSignedIn={onSignedIn} />}
      <div className="after">
        <Button kind="quiet" disabled={secondsLeft > 0} onClick={onResend}>
          {secondsLeft > 0
            ? t('signInModal.mail.resendIn', { seconds: seconds.format(secondsLeft) })
            : t('signInModal.mail.resend')}
        </Button>
        <Button kind="quiet" onClick={onBack}>
          {t('signInModal.mail.wrongAddress')}
        </Button>
      </div>
      <Button kind="primary" onClick={close}>
        {t('close')}
      </Button>
    </>
  );
}

const endTexts = {
  Used: 'signInModal.mail.linkUsed',
  Expired: 'signInModal.mail.linkExpired',
  Replaced: 'signInModal.mail.replaced',
} as const;

/** The address keeps its own text direction and may break at the @ sign. */
function SentTo({ email }: { email: string }) {
  const { t } = useTranslation();
  const [before, after] = t('signInModal.mail.sent', { email: '\n' }).split('\n');
  const at = email.lastIndexOf('@');
  return (
    <p className="sent" role="status">
      {before}
      <bdi>
        {email.slice(0, at)}
        <wbr />
        {email.slice(at)}
      </bdi>
      {after}
    </p>
  );
}

function useCountdown(seconds: number): number {
  const [end] = useState(() => Date.now() + seconds * 1000);
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      setLeft(now);
      if (now === 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [end]);
  return left;
}
