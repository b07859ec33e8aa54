import { useTranslation } from 'react-i18next';
import { describeDevice } from './describe-device.ts';

export function useDeviceName(): (userAgent: string) => string {
  const { t } = useTranslation();
  return (userAgent) => {
    const { browser, system } = describeDevice(userAgent);
    return browser !== undefined && system !== undefined
      ? t('profile.browserOn', { browser, system })
      : (browser ?? system ?? t('profile.unknownDevice'));
  };
}
