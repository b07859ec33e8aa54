import { toAlpha2Country } from '#model/country.ts';
import type { Locale } from '#model/locale.ts';
import type { QueuedMail } from '#server/features/mail/mail-templates.ts';
import type { Caller } from '#server/http/caller.ts';
import type { MagicLinkMailData } from './add-link.ts';
import { linkLifetimeMinutes } from './magic-link.ts';

export function composeMagicLinkMail(
  linkAddress: URL,
  mail: MagicLinkMailData,
  { locale, from, template }: { locale: Locale; from: Caller; template: 'sign-in' | 'add-email' },
): QueuedMail {
  return {
    to: mail.to,
    locale,
    template,
    data: {
      link: withToken(linkAddress, mail.token),
      code: mail.code,
      mark: mail.mark,
      minutes: linkLifetimeMinutes,
      askedAt: new Date(mail.expiresAt.getTime() - linkLifetimeMinutes * 60_000).toISOString(),
      ...placeOf(from.country, locale),
    },
    notAfter: mail.expiresAt,
  };
}

/** With hash routing the query belongs behind the hash. */
function withToken({ href }: URL, token: string): string {
  return `${href}?inviteToken=${token}`;
}

function placeOf(country: string | undefined, locale: Locale): { place?: string } {
  const place = country && new Intl.DisplayNames([locale], { type: 'region' }).of(toAlpha2Country(country) ?? '');
  return place ? { place } : {};
}
