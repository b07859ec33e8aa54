// The form to report a problem. Visitors who are not signed in solve a captcha, because the form sends mail.
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pushToDataLayer } from '#portal/reporting/data-layer.ts';
import { Captcha } from '#portal/captcha/Captcha.tsx';
import { useProfile } from '#portal/session.ts';
import { usePageTarget } from '#portal/shell/use-page-target.ts';
import { checkEmail } from '#portal/sign-in/check-email.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Dialog } from '#portal/ui/Dialog.tsx';
import { Field, TextArea } from '#portal/ui/Field.tsx';
import { Icon } from '#portal/ui/Icon.tsx';
import { useForm } from '#portal/ui/use-form.ts';
import { Notice } from '#portal/ui/Notice.tsx';
import { SupportContextChoice } from './SupportContextChoice.tsx';
import { collectSupportContext } from './support-context.ts';
import { useSendMessage } from './use-send-message.ts';
import './support-modal.css';

export function SupportModal({
  game,
  message: begun = '',
  onSent,
  close,
}: {
  game?: string;
  message?: string;
  onSent?: () => void;
  close: () => void;
}) {
  const { t, i18n } = useTranslation();
  const [message, setMessage] = useState(begun);
  const [typed, setEmail] = useState<string>();
  const profile = useProfile();
  const email = typed ?? profile.data?.Email ?? '';
  const [hasContext, setContext] = useState(true);
  const { adapter } = usePageTarget();
  const context = useMemo(
    () => collectSupportContext({ language: i18n.language, platform: adapter }),
    [i18n.language, adapter],
  );
  const send = useSendMessage({ game, message, email, context: hasContext ? context : undefined }, onSent);
  const isWrong = email !== '' && checkEmail(email) !== undefined;
  const canSend = message.trim() !== '' && checkEmail(email) === undefined;
  const emailWrong = t('player.support.invalidEmail');
  const { form, field, isRefusedField } = useForm({
    errors: { email: isWrong ? emailWrong : undefined },
    failure: send.error,
    refusals: { email: { field: 'Email', error: emailWrong } },
    isBusy: send.isBusy,
    isEager: true,
    send: () => canSend && send.begin(),
  });
  useEffect(() => pushToDataLayer('sdk_report_modal_opened', game === undefined ? {} : { game }), [game]);
  if (send.isSent) {
    return (
      <Dialog title={t('player.support.title')} size="small" onClose={close}>
        <div className="support-modal sent">
          <Icon name="check" size={64} />
          <p role="status">{t('player.support.sent', { email: email.trim() })}</p>
          {send.ticket !== undefined && <TicketNumber ticket={send.ticket} />}
          <Button kind="primary" className="wide" onClick={close}>
            {t('close')}
          </Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title={t('player.support.title')} size="small" onClose={close} closable={!send.isPending}>
      <form className="support-modal" {...form}>
        <TextArea
          label={t('player.support.message')}
          rows={5}
          maxLength={5000}
          required
          value={message}
          onChange={({ target }) => setMessage(target.value)}
        />
        <Field
          label={t('player.support.email')}
          type="email"
          autoComplete="email"
          dir="ltr"
          required
          value={email}
          onChange={({ target }) => setEmail(target.value)}
          {...field('email')}
        />
        <SupportContextChoice game={game} context={context} isSent={hasContext} choose={setContext} />
        {send.isChecking && (
          <>
            <p role="status">{t('signInModal.captcha.text')}</p>
            <Captcha action="support" game={game} onPassed={send.passCheck} onFailed={send.failCheck} />
          </>
        )}
        {send.isCaptchaFailed && <Notice tone="danger">{t('signInModal.errors.captcha')}</Notice>}
        {send.hasFailed && !isRefusedField && <Notice tone="danger">{t('player.support.failed')}</Notice>}
        <Button kind="primary" type="submit" disabled={!canSend} busy={send.isBusy}>
          {t('player.support.send')}
        </Button>
      </form>
    </Dialog>
  );
}

function TicketNumber({ ticket }: { ticket: string }) {
  const { t } = useTranslation();
  const [before, after] = t('player.support.ticket', { ticket: '\n' }).split('\n');
  return (
    <p>
      {before}
      <strong dir="ltr">{ticket}</strong>
      {after}
    </p>
  );
}
