import type { TFunction } from 'i18next';
import { runtimeConfig } from '#portal/runtime-config.ts';

/** What a type of identity is called: a name of its own, but for the one that is a word. What the server does not name goes by its type. */
export function identityTitle(type: string, t: TFunction): string {
  if (type === 'Email') return t('social.mailAddress');
  const titles = runtimeConfig.identityTitles ?? {};
  return Object.hasOwn(titles, type) ? (titles[type] ?? type) : type;
}
