import { useTranslation } from 'react-i18next';
import { isolateTextDirection } from '#portal/i18n/isolate-text-direction.ts';
import { Button } from '#portal/ui/Button.tsx';

/** The player signed in with another account than the one to prove. Neither account was changed. */
export function WrongAccountStep({
  name,
  onStay,
  onChange,
}: {
  name: string;
  onStay: () => void;
  onChange: () => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      <p role="alert">{t('signInModal.prove.otherAccountText', { name: isolateTextDirection(name) })}</p>
      <Button kind="primary" autoFocus onClick={onStay}>
        {t('signInModal.prove.stay', { name: isolateTextDirection(name) })}
      </Button>
      <Button onClick={onChange}>{t('signInModal.prove.switchAccount')}</Button>
    </>
  );
}
