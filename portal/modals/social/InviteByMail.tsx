import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toLocale } from '#model/locale.ts';
import { apiClient } from '#portal/api.ts';
import { log } from '#portal/log.ts';
import { Captcha } from '#portal/captcha/Captcha.tsx';
import { checkEmail } from '#portal/sign-in/check-email.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Field } from '#portal/ui/Field.tsx';
import { useForm } from '#portal/ui/use-form.ts';
import { Notice } from '#portal/ui/Notice.tsx';
import { friendErrorKey } from './friend-error.ts';

/** The response does not reveal whether the address has an account. A captcha keeps bots from sending mails. */
export function InviteByMail({ game }: { game: string | undefined }) {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const [email, setEmail] = useState('');
  const [isChecking, setChecking] = useState(false);
  const [isCaptchaFailed, setCaptchaFailed] = useState(false);
  const [sentTo, setSentTo] = useState('');
  const sending = useMutation({
    mutationFn: (CaptchaResult: string) =>
      apiClient.friends.inviteByMail({
        Email: email.trim(),
        Locale: toLocale(i18n.language),
        ...(game !== undefined && { Game: game }),
        CaptchaResult,
      }),
    networkMode: 'always',
    onSuccess: () => {
      setSentTo(email.trim());
      setEmail('');
      void queries.invalidateQueries({ queryKey: ['friendRequests'] });
    },
    onError: (error) => log.warn('An invitation could not be sent by email.', error),
    onSettled: () => setChecking(false),
  });
  const isGood = checkEmail(email) === undefined;
  const { form, field, isRefusedField } = useForm({
    failure: sending.error,
    refusals: { email: { field: 'Email', error: t('signInModal.errors.emailInvalid') } },
    isBusy: isChecking,
    send: () => {
      if (!isGood) return;
      setCaptchaFailed(false);
      setSentTo('');
      sending.reset();
      setChecking(true);
    },
  });
  return (
    <section aria-labelledby="mail-to-friends">
      <h3 id="mail-to-friends">{t('social.byMail')}</h3>
      <form className="one-line" {...form}>
        <Field
          label={t('social.mailAddress')}
          type="email"
          autoComplete="off"
          dir="ltr"
          value={email}
          disabled={isChecking}
          onChange={({ target }) => setEmail(target.value)}
          {...field('email')}
        />
        <Button type="submit" disabled={!isGood} busy={isChecking}>
          {t('social.sendMail')}
        </Button>
      </form>
      {isChecking && (
        <Captcha
          action="friend_invite"
          game={game}
          onPassed={(token) => sending.mutate(token)}
          onFailed={() => {
            setChecking(false);
            setCaptchaFailed(true);
          }}
        />
      )}
      {sentTo !== '' && <Notice tone="good">{t('social.mailSent', { email: sentTo })}</Notice>}
      {isCaptchaFailed && <Notice tone="danger">{t('signInModal.errors.captcha')}</Notice>}
      {sending.isError && !isRefusedField && <Notice tone="danger">{t(friendErrorKey(sending.error))}</Notice>}
    </section>
  );
}
