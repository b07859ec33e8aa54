import type { TFunction } from 'i18next';
import { runtimeConfig } from '#portal/runtime-config.ts';

/** Brand names are not translated, and an unknown type is shown as it is. */
export function identityTitle(type: string, t: TFunction): string {
  if (type === 'Email') return t('social.mailAddress');
  const titles = runtimeConfig.identityTitles ?? {};
  return Object.hasOwn(titles, type) ? (titles[type] ?? type) : type;
}
