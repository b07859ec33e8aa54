// Applies the profile's language to the page, unless the URL names another.
import { useQueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { useEffect } from 'react';
import { subscribeToProfileLanguage } from '#portal/i18n/change-language.ts';
import { useProfile } from '#portal/session.ts';

export function LanguageSync() {
  const locale = useProfile().data?.Locale;
  const queries = useQueryClient();
  useEffect(
    () => subscribeToProfileLanguage(() => void queries.invalidateQueries({ queryKey: ['profile'] })),
    [queries],
  );
  useEffect(() => {
    const isAsked = new URLSearchParams(window.location.search).has('lang');
    if (locale !== undefined && !isAsked && locale !== i18next.language) void i18next.changeLanguage(locale);
  }, [locale]);
  return null;
}
