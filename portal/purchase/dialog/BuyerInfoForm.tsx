// The buyer's data for a receipt. The compact form, set by the portal's configuration, asks only for the email address.
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { analyticsEventIds } from '#model/analytics-events.ts';
import { trackEvent } from '#portal/analytics/track-event.ts';
import type { BuyerInfo } from '#portal/purchase/purchase.ts';
import { pushToDataLayer } from '#portal/reporting/data-layer.ts';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { useProfile } from '#portal/session.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Field } from '#portal/ui/Field.tsx';
import { useForm } from '#portal/ui/use-form.ts';
import { validateBuyerInfo } from './validate-buyer-info.ts';

export interface BuyerInfoFormProps {
  readonly email: string;
  readonly isEmailRequired: boolean;
  readonly isSending: boolean;
  readonly send: (info: BuyerInfo) => void;
  readonly failure?: ReactNode;
  readonly children?: ReactNode;
}

export const isBuyerInfoFormCompact = (): boolean =>
  runtimeConfig.portal?.PublicWebClientConfig?.PersonalInformationForm.Compact === true;

export function BuyerInfoForm({
  email: known,
  isEmailRequired: isRequired,
  isSending,
  send,
  failure,
  children,
}: BuyerInfoFormProps) {
  const { t } = useTranslation();
  const ofAccount = useProfile().data?.Email;
  const [typed, setTyped] = useState<string>();
  const [phone, setPhone] = useState('');
  const email = typed ?? (known || (ofAccount ?? ''));
  // The compact form has no phone number.
  const isEmailRequired = isRequired || isBuyerInfoFormCompact();
  const problems = validateBuyerInfo(email, phone, isEmailRequired);
  const isFilled = typed === undefined && email !== '';
  useEffect(() => {
    pushToDataLayer('site_confirm_purchase_with_personal_info_opened');
    trackEvent(analyticsEventIds.PersonalInfoFormShown);
  }, []);
  // The account's address may load after the form has rendered.
  useEffect(() => {
    if (isFilled) trackEvent(analyticsEventIds.PersonalInfoFormAutofilled);
  }, [isFilled]);
  const sendInfo = (isAutoConfirm: boolean): void => {
    // Personal data is not tracked.
    trackEvent(analyticsEventIds.PersonalInfoFormSubmitted, { columns: { I1: isAutoConfirm ? 1 : 0 } });
    send({ email: email.trim(), phone: phone.trim(), isAutoConfirm });
  };
  const { form, field, submit } = useForm({
    errors: {
      email: problems.email && t(`purchase.${problems.email}`),
      phone: problems.phone && t(`purchase.${problems.phone}`),
    },
    isBusy: isSending,
    send: () => sendInfo(false),
  });
  return (
    <form {...form}>
      {children}
      <p>{t('purchase.receiptPrompt')}</p>
      <Field
        label={t('purchase.email')}
        type="email"
        autoComplete="email"
        dir="ltr"
        autoFocus
        required={isEmailRequired}
        value={email}
        onChange={({ target }) => setTyped(target.value)}
        {...field('email')}
      />
      {!isBuyerInfoFormCompact() && (
        <Field
          label={t('purchase.phone')}
          type="tel"
          autoComplete="tel"
          dir="ltr"
          hint={t('purchase.phoneHint')}
          value={phone}
          onChange={({ target }) => setPhone(target.value)}
          {...field('phone')}
        />
      )}
      {failure}
      <Button kind="primary" size="large" type="submit" busy={isSending}>
        {t('purchase.continue')}
      </Button>
      <Button kind="quiet" busy={isSending} onClick={() => submit(() => sendInfo(true))}>
        {t('purchase.autoConfirm')}
      </Button>
    </form>
  );
}
