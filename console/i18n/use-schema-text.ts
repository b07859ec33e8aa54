import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/**
 * Labels and help texts of schemas in the language of the page. Schemas are written in English, also by adapters, so the
 * English text is the key. A text without a translation stays English.
 */
export function useSchemaText(): (text: string) => string {
  const { i18n } = useTranslation();
  const { data: russian } = useQuery({
    queryKey: ['schema-texts', 'ru'],
    queryFn: async (): Promise<Readonly<Record<string, string>>> => (await import('./schema-texts.ru.json')).default,
    enabled: i18n.language === 'ru',
    staleTime: Infinity,
  });
  const texts = i18n.language === 'ru' ? russian : undefined;
  // A text may be a name such as `constructor`, which every object inherits.
  return useCallback((text) => (texts && Object.hasOwn(texts, text) && texts[text]) || text, [texts]);
}
