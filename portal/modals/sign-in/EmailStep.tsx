import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BrowserAdapter, SignInOutcome } from '#identities/port.browser.ts';
import { useOpenModal } from '#portal/shell/open-modal.ts';
import { LegalLink } from '#portal/shell/LegalLink.tsx';
import type { GameLegalLinks } from '#portal/shell/legal-page.ts';
import { checkEmail } from '#portal/sign-in/check-email.ts';
import { splitLegalLinks } from '#portal/sign-in/split-legal-links.ts';
import type { SignInError } from '#portal/sign-in/sign-in-error.ts';
import { offeredProviders, offersEmail, providerTitle } from '#portal/sign-in/sign-in-methods.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Field } from '#portal/ui/Field.tsx';
import { useForm } from '#portal/ui/use-form.ts';
import { useSignInErrorText } from '#portal/sign-in/use-sign-in-error-text.ts';
import { ProviderButton } from './ProviderButton.tsx';

export function EmailStep({
  email,
  setEmail,
  emails,
  wantsNews,
  setWantsNews,
  reason,
  isKnown,
  allowedProviders,
  links,
  error,
  busyWith,
  onEmail,
  onProvider,
  onOutcome,
  onFailed,
}: {
  email: string;
  setEmail: (typed: string) => void;
  emails: readonly string[];
  wantsNews: boolean;
  setWantsNews: (wanted: boolean) => void;
  reason?: string | undefined;
  /** The player is already signed in: no newsletter. */
  isKnown: boolean;
  allowedProviders: readonly string[] | undefined;
  links: GameLegalLinks | undefined;
  error: SignInError | undefined;
  busyWith: string | undefined;
  onEmail: () => void;
  onProvider: (provider: string, adapter: BrowserAdapter) => void;
  onOutcome: (provider: string, outcome: SignInOutcome) => void;
  onFailed: (thrown: unknown) => void;
}) {
  const { t } = useTranslation();
  const describe = useSignInErrorText();
  const providers = offeredProviders(allowedProviders);
  const othersId = useId();
  const takesEmail = offersEmail(allowedProviders) && allowedProviders?.length !== 0;
  return (
    <>
      {reason !== undefined && <p className="reason">{reason}</p>}
      {!takesEmail && providers.length === 0 && <p>{t('signInModal.prove.noMethod')}</p>}
      {takesEmail && (
        <EmailForm {...{ email, setEmail, emails, onEmail }}>
          {!isKnown && (
            <label className="news">
              <input type="checkbox" checked={wantsNews} onChange={({ target }) => setWantsNews(target.checked)} />
              <span>{t('signInModal.marketing')}</span>
            </label>
          )}
        </EmailForm>
      )}
      {error && (
        <p className="error" role="alert">
          {describe(error, providerTitle(error.values?.provider ?? ''))}
        </p>
      )}
      {(error?.key === 'signInModal.errors.blocked' || error?.key === 'signInModal.errors.blockedUntil') && (
        <AskSupport accountId={error.accountId} />
      )}
      {providers.length > 0 && (
        <section aria-labelledby={othersId}>
          {takesEmail && (
            <h3 id={othersId} className="divider">
              {t('signInModal.otherMethods')}
            </h3>
          )}
          <div className="providers">
            {providers.map((provider) => (
              <ProviderButton key={provider} {...{ provider, busyWith, onProvider, onOutcome, onFailed }} />
            ))}
          </div>
        </section>
      )}
      <Legal links={links} />
    </>
  );
}

/** A link to support with the account id filled in. */
function AskSupport({ accountId }: { accountId: string | undefined }) {
  const { t } = useTranslation();
  const openModal = useOpenModal();
  const message = accountId === undefined ? '' : `AccountId: ${accountId}\n`;
  return <Button onClick={() => void openModal('support', { message })}>{t('player.support.title')}</Button>;
}

/** Shows errors only after the first submit. */
function EmailForm({
  email,
  setEmail,
  emails,
  onEmail,
  children,
}: {
  email: string;
  setEmail: (typed: string) => void;
  emails: readonly string[];
  onEmail: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const [isTyped, setTyped] = useState(false);
  const problem = checkEmail(email);
  const texts = { required: t('signInModal.errors.emailRequired'), invalid: t('signInModal.errors.emailInvalid') };
  const { form, field } = useForm({
    errors: { email: problem && texts[problem] },
    isEager: isTyped,
    send: onEmail,
  });
  return (
    <form {...form}>
      {emails.length > 1 && <AddressChoice {...{ email, setEmail, emails }} />}
      {emails.length <= 1 && (
        <Field
          label={t('signInModal.email')}
          type="email"
          name="email"
          autoComplete="email"
          inputMode="email"
          maxLength={400}
          dir="ltr"
          required
          readOnly={emails.length === 1}
          autoFocus
          value={email}
          onChange={({ target }) => {
            setEmail(target.value);
            setTyped(true);
          }}
          {...field('email')}
        />
      )}
      {children}
      <Button kind="primary" type="submit">
        {t('signInModal.continue')}
      </Button>
    </form>
  );
}

function AddressChoice({
  email,
  setEmail,
  emails,
}: {
  email: string;
  setEmail: (chosen: string) => void;
  emails: readonly string[];
}) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{t('signInModal.email')}</label>
      <select id={id} dir="ltr" value={email} onChange={({ target }) => setEmail(target.value)}>
        {emails.map((address) => (
          <option key={address}>{address}</option>
        ))}
      </select>
    </div>
  );
}

function Legal({ links }: { links: GameLegalLinks | undefined }) {
  const { t } = useTranslation();
  const pages = {
    terms: { type: 'TOS', title: t('footer.terms') },
    privacy: { type: 'PP', title: t('footer.privacy') },
  } as const;
  return (
    <p className="legal">
      {splitLegalLinks(t('signInModal.legal')).map(({ text, link }) =>
        link === undefined ? (
          text
        ) : (
          <LegalLink key={link} {...pages[link]} game={links} isAside>
            {text}
          </LegalLink>
        ),
      )}
    </p>
  );
}
