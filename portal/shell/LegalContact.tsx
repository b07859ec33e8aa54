import { useTranslation } from 'react-i18next';
import { toLocale } from '#model/locale.ts';
import { usePageConfig } from '#portal/page-environment.ts';

/** Names the portal's operator, as the law requires. */
export function LegalContact() {
  const { i18n } = useTranslation();
  const contacts = usePageConfig().portal?.LegalContacts ?? {};
  const contact = contacts[toLocale(i18n.language)] ?? contacts['en'];
  if (!contact) return null;
  const { CompanyName, Address, Country, Email } = contact;
  return <address dir="auto">{[CompanyName, Address, Country, Email].filter(Boolean).join(', ')}</address>;
}
