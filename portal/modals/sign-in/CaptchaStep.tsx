import { useTranslation } from 'react-i18next';
import { Captcha } from '#portal/captcha/Captcha.tsx';
import { Button } from '#portal/ui/Button.tsx';
import { Icon } from '#portal/ui/Icon.tsx';

export function CaptchaStep({
  action,
  game,
  isSending,
  onPassed,
  onFailed,
  onBack,
}: {
  action: string;
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
      {/* The previous step's control is gone. */}
      <Button kind="quiet" busy={isSending} autoFocus onClick={onBack}>
        <Icon name="back" />
        {t('signInModal.captcha.back')}
      </Button>
    </>
  );
}
