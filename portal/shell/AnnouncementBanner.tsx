import { useTranslation } from 'react-i18next';
import { chooseLocalizedText, toLocale } from '#model/locale.ts';
import { usePageConfig } from '#portal/page-environment.ts';
import { Notice } from '#portal/ui/Notice.tsx';

export function AnnouncementBanner() {
  const { i18n } = useTranslation();
  const text = chooseLocalizedText(usePageConfig().portal?.Announcement ?? {}, toLocale(i18n.language));
  if (text === '') return null;
  return (
    <div className="flash">
      <Notice>{text}</Notice>
    </div>
  );
}
