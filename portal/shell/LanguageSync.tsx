// The language that a player has chosen once comes along to every browser: the profile's language becomes the page's, unless
// the address asks for another.
import { useQueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { useEffect } from 'react';
import { subscribeToSavedLanguage } from '#portal/i18n/change-language.ts';
import { useProfile } from '#portal/session.ts';

export function LanguageSync() {
  const locale = useProfile().data?.Locale;
  const queries = useQueryClient();
  useEffect(() => subscribeToSavedLanguage(() => void queries.invalidateQueries({ queryKey: ['profile'] })), [queries]);
  useEffect(() => {
    const isAsked = new URLSearchParams(window.location.search).has('lang');
    if (locale !== undefined && !isAsked && locale !== i18next.language) void i18next.changeLanguage(locale);
  }, [locale]);
  return null;
}
