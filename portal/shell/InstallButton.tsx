// Shows the browser's install prompt when the player asks for it. The button is in the footer, because the browser
// decides when it appears and visible content must not shift.
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
