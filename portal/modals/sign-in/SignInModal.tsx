// The sign-in modal: email address, captcha, mail; or a provider in a popup window. With `addToAccount` it adds a
// sign-in method to the account; with `prove` the player proves their identity again. It closes once the player is
// signed in, even if that happened in another tab.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isolateTextDirection } from '#portal/i18n/isolate-text-direction.ts';
import { Dialog } from '#portal/ui/Dialog.tsx';
import { Icon } from '#portal/ui/Icon.tsx';
import { WrongAccountStep } from './WrongAccountStep.tsx';
import { EmailStep } from './EmailStep.tsx';
import { MailStep } from './MailStep.tsx';
import { CaptchaStep } from './CaptchaStep.tsx';
import { useGameSignInSettings } from './use-game-sign-in-settings.ts';
import { useSignInSteps, type SignInModalProps } from './use-sign-in-steps.ts';
import './sign-in-modal.css';

export function SignInModal(props: SignInModalProps) {
  const { t } = useTranslation();
  const { addToAccount = false, prove, close } = props;
  const emails = prove?.emails ?? props.emails ?? [];
  const { step, error, busyWith, isCovered, act } = useSignInSteps(props);
  const game = useGameSignInSettings(addToAccount ? undefined : props.game);
  const [email, setEmail] = useState(emails[0] ?? '');
  const [wantsNews, setWantsNews] = useState(false);
  const request = { email: email.trim(), wantsNews };
  // The merge modal or the documents modal is on top.
  if (isCovered) return null;
  const titles = {
    email: prove ? t('signInModal.prove.title') : addToAccount ? t('signInModal.addTitle') : t('signIn'),
    captcha: t('signInModal.captcha.title'),
    mail: t('signInModal.mail.title'),
    'wrong-account': t('signInModal.prove.otherAccount'),
    done: addToAccount ? t('signInModal.added') : t('signInModal.done'),
  };
  const reason =
    prove &&
    (prove.why === 'guest'
      ? t('profile.guestText')
      : t(`signInModal.prove.${prove.why}`, { name: isolateTextDirection(prove.name) }));
  return (
    <Dialog
      title={titles[step.name]}
      size="small"
      closable={step.name === 'email' || step.name === 'captcha'}
      onClose={close}
    >
      <div className="sign-in-modal" key={step.name}>
        {step.name === 'email' && (
          <EmailStep
            {...{ email, setEmail, emails, wantsNews, setWantsNews, error, busyWith }}
            reason={reason ?? props.reason}
            isKnown={addToAccount || prove !== undefined}
            allowedProviders={prove ? prove.providers : (props.allowedProviders ?? game.allowedProviders)}
            links={game.links}
            onEmail={act.showCaptcha}
            onProvider={(provider, adapter) => act.signInWith(provider, adapter, request)}
            onOutcome={(provider, outcome) => act.handleSignInOutcome(provider, outcome, request)}
            onFailed={act.fail}
          />
        )}
        {step.name === 'captcha' && (
          <CaptchaStep
            // Another captcha needs a new frame.
            key={step.action}
            action={step.action}
            game={props.game}
            isSending={busyWith === 'email'}
            onPassed={(captcha) => act.sendMail(captcha, request)}
            onFailed={act.failCaptcha}
            onBack={act.goToEmail}
          />
        )}
        {step.name === 'mail' && (
          <MailStep
            // A new mail has a new code and a new handle.
            key={step.mail.handle}
            mail={step.mail}
            email={request.email}
            onSignedIn={(result) => void act.finish(result, 'email')}
            onResend={act.showCaptcha}
            onBack={act.goToEmail}
            close={close}
          />
        )}
        {step.name === 'wrong-account' && prove && (
          <WrongAccountStep
            name={prove.name}
            onStay={() => act.stay(step.signedIn)}
            onChange={() => act.change(step.signedIn)}
          />
        )}
        {step.name === 'done' && (
          <p className="done" role="status">
            <Icon name="check" size={48} />
            <span className="unseen">{titles.done}</span>
          </p>
        )}
      </div>
    </Dialog>
  );
}
