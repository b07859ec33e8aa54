import i18next from 'i18next';
import type { Locale } from '#model/locale.ts';
import { backgroundApiClient } from '#portal/api.ts';
import { log } from '#portal/log.ts';
import { pushToDataLayer } from '#portal/reporting/data-layer.ts';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { isSignedIn } from '#portal/session.ts';
import { saveLanguageCookie } from './language-cookie.ts';

/** Also saves it in the profile of a signed-in player. A failure is only logged. */
export async function changeLanguage(locale: Locale): Promise<void> {
  saveLanguageCookie(locale, runtimeConfig.basePath, true);
  await i18next.changeLanguage(locale);
  pushToDataLayer('sdk_language_changed', { language: locale });
  if (!isSignedIn()) return;
  try {
    await backgroundApiClient.profile.update({ Language: locale, DUMMY: false });
    for (const tell of listeners) tell();
  } catch (error) {
    log.warn('The language could not be saved.', error);
  }
}

/** Notifies listeners that the profile's language has changed. */
export function subscribeToProfileLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const listeners = new Set<() => void>();
