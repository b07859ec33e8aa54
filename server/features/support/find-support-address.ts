import type { PortalConfig, PublicGameConfig } from '#contract/config.ts';
import { fallbackLocale, type Locale } from '#model/locale.ts';
import { normalizeEmail } from '#server/features/mail/normalize-email.ts';

type Contacts = PublicGameConfig['LegalContacts'] | PortalConfig['LegalContacts'];

/** The game's own address, or else the portal's. Undefined: neither is valid. */
export function findSupportAddress(
  game: PublicGameConfig | undefined,
  portal: PortalConfig,
  locale: Locale,
): string | undefined {
  return addressOf(game?.LegalContacts, locale) ?? addressOf(portal.LegalContacts, locale);
}

/** The address for the language, else the English one, else any. */
function addressOf(contacts: Contacts, locale: Locale): string | undefined {
  if (!contacts) return undefined;
  const inOrder = [contacts[locale], contacts[fallbackLocale], ...Object.values(contacts)];
  // Operators write it by hand: invalid addresses are skipped.
  return inOrder.map((contact) => normalizeEmail(contact?.Email ?? '')).find((address) => address !== undefined);
}
