import { useTranslation } from 'react-i18next';
import { Captcha } from '#portal/captcha/Captcha.tsx';
import { Button } from '#portal/ui/Button.tsx';
import { Icon } from '#portal/ui/Icon.tsx';

/** The second step: a captcha, so that bots can't send mails. */
export function CaptchaStep({
  action,
  game,
  isSending,
  onPassed,
  onFailed,
  onBack,
}: {
  /** The captcha's action name. */
  action: string;
  /** The game that the player signs in for. */
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
      {/* Moves the focus here, because the previous step's control is gone. */}
      <Button kind="quiet" busy={isSending} autoFocus onClick={onBack}>
        <Icon name="back" />
        {t('signInModal.captcha.back')}
      </Button>
    </>
  );
}
