import { useTranslation } from 'react-i18next';
import { localeNames, locales, toLocale } from '#model/locale.ts';
import { changeLanguage } from '#portal/i18n/change-language.ts';
import { Icon } from '#portal/ui/Icon.tsx';
import { Menu } from '#portal/ui/Menu.tsx';

export function LanguageMenu() {
  const { t, i18n } = useTranslation();
  const current = toLocale(i18n.language);
  return (
    <Menu
      label={t('language', { name: localeNames[current] })}
      button={<Icon name="globe" size={22} />}
      items={locales.map((locale) => ({
        key: locale,
        label: localeNames[locale],
        lang: locale,
        current: locale === current,
        choose: () => void changeLanguage(locale),
      }))}
    />
  );
}
