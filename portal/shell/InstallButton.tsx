// The browser's offer to install the portal is held back until the player asks for it here.
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { installPrompt } from '#portal/install-prompt.ts';
import { Icon } from '#portal/ui/Icon.tsx';

export function InstallButton() {
  const { t } = useTranslation();
  const canInstall = useSyncExternalStore(installPrompt.subscribe, installPrompt.isHeld);
  if (!canInstall) return null;
  return (
    <button type="button" className="button quiet" aria-label={t('install')} onClick={() => void installPrompt.show()}>
      <Icon name="install" size={22} />
    </button>
  );
}
