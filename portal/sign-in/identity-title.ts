import type { TFunction } from 'i18next';
import { runtimeConfig } from '#portal/runtime-config.ts';

/**
 * The display name of an identity type: a brand name, except for email, which is translated. An unknown type is shown
 * as it is.
 */
export function identityTitle(type: string, t: TFunction): string {
  if (type === 'Email') return t('social.mailAddress');
  const titles = runtimeConfig.identityTitles ?? {};
  return Object.hasOwn(titles, type) ? (titles[type] ?? type) : type;
}
