import { useTranslation } from 'react-i18next';

/**
 * Translates a value that the server names, such as the kind of an object. An unknown value is shown as it is: as a
 * default of i18next its braces would be interpolated.
 */
export function useKnownText(): (area: string, value: string) => string {
  const { t, i18n } = useTranslation();
  return (area, value) => {
    const key = `${area}.${value}`;
    // Dots and colons are separators of keys.
    return /^[\w-]+$/.test(value) && i18n.exists(key) ? t(key as 'common.close') : value;
  };
}
