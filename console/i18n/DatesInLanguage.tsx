import { DatesProvider } from '@mantine/dates';
import 'dayjs/locale/ru';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Calendars in the language of the page. */
export function DatesInLanguage({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation();
  return <DatesProvider settings={{ locale: i18n.language, firstDayOfWeek: 1 }}>{children}</DatesProvider>;
}
