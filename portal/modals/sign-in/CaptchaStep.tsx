import { useTranslation } from 'react-i18next';
import { Captcha } from '#portal/captcha/Captcha.tsx';
import { Button } from '#portal/ui/Button.tsx';
import { Icon } from '#portal/ui/Icon.tsx';

/** The second step: a machine must not be able to have mails sent. */
export function CaptchaStep({
  action,
  game,
  isSending,
  onPassed,
  onFailed,
  onBack,
}: {
  /** What the check is rendered for. */
  action: string;
  /** The game that one signs in for. */
  game: string | undefined;
  isSending: boolean;
  onPassed: (token: string) => void;
  onFailed: () => void;
  onBack: () => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      <p role="status">{t('signInModal.captcha.text')}</p>
      <Captcha {...{ action, game, onPassed, onFailed }} />
      {/* What had the focus is gone with the step before. */}
      <Button kind="quiet" busy={isSending} autoFocus onClick={onBack}>
        <Icon name="back" />
        {t('signInModal.captcha.back')}
      </Button>
    </>
  );
}
