// Shows the browser's install prompt. The button is in the footer, so that its appearance shifts nothing.
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { installPrompt } from '#portal/install-prompt.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Icon } from '#portal/ui/Icon.tsx';

export function InstallButton() {
  const { t } = useTranslation();
  const canInstall = useSyncExternalStore(installPrompt.subscribe, installPrompt.isHeld, () => false);
  if (!canInstall) return null;
  return (
    <Button onClick={() => void installPrompt.show()}>
      <Icon name="install" />
      {t('install')}
    </Button>
  );
}
