import { Alert } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { Icon } from '#console/ui/Icon.tsx';

export function OfflineNotice() {
  const { t } = useTranslation();
  const { online } = useNetwork();
  if (online) return null;
  return (
    <Alert color="yellow" radius={0} icon={<Icon name="alert" />} role="status">
      {t('shell.offline')}
    </Alert>
  );
}
