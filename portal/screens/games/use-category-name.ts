import { useTranslation } from 'react-i18next';

/** The translated name of a genre or tag; without a translation, the developer's name for it. */
export function useCategoryName(): (kind: 'Genre' | 'Tag', name: string) => string {
  const { t } = useTranslation();
  return (kind, name) =>
    kind === 'Genre'
      ? t(`genre.${name}` as 'genre.Arcade', { defaultValue: name })
      : t(`tag.${name}` as 'tag.relaxing', { defaultValue: name });
}
