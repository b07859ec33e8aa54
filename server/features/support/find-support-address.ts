import type { PortalConfig, PublicGameConfig } from '#contract/config.ts';
import { fallbackLocale, type Locale } from '#model/locale.ts';
import { normalizeEmail } from '#server/features/mail/normalize-email.ts';

type Contacts = PublicGameConfig['LegalContacts'] | PortalConfig['LegalContacts'];

/** Whom messages about a game go to: the game's own contact, else the portal's. Undefined: neither has a usable address. */
export function findSupportAddress(
  game: PublicGameConfig | undefined,
  portal: PortalConfig,
  locale: Locale,
): string | undefined {
  return addressOf(game?.LegalContacts, locale) ?? addressOf(portal.LegalContacts, locale);
}

/** That of the language, else the English one, else any. */
function addressOf(contacts: Contacts, locale: Locale): string | undefined {
  if (!contacts) return undefined;
  const inOrder = [contacts[locale], contacts[fallbackLocale], ...Object.values(contacts)];
  // Operators write it by hand: what is no address is passed over.
  return inOrder.map((contact) => normalizeEmail(contact?.Email ?? '')).find((address) => address !== undefined);
}
