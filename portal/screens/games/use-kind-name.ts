import { useTranslation } from 'react-i18next';

/** What a genre or a tag is called here; one that nobody has translated is called as its game does. */
export function useKindName(): (kind: 'Genre' | 'Tag', name: string) => string {
  const { t } = useTranslation();
  return (kind, name) =>
    kind === 'Genre'
      ? t(`genre.${name}` as 'genre.Arcade', { defaultValue: name })
      : t(`tag.${name}` as 'tag.relaxing', { defaultValue: name });
}
