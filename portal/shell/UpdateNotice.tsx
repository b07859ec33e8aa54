import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadNewVersion } from '#portal/load-new-version.ts';
import { Button } from '#portal/ui/Button.tsx';
import { Notice } from '#portal/ui/Notice.tsx';

export function UpdateNotice() {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const load = (): void => {
    setBusy(true);
    void loadNewVersion(() => window.location.reload());
  };
  return (
    <div className="update-notice">
      <Notice
        action={
          <Button kind="primary" busy={isBusy} onClick={load}>
            {t('update.action')}
          </Button>
        }
      >
        {t('update.text')}
      </Notice>
    </div>
  );
}
