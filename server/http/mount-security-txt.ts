// `/.well-known/security.txt` (RFC 9116) with the operator's security contact, or the legal contact if none is set;
// without either it doesn't exist. It expires half a year from today.
import type { FastifyInstance } from 'fastify';
import type { PortalConfig } from '#contract/config.ts';
import { fallbackLocale } from '#model/locale.ts';
import { Problem } from '#model/problem.ts';
import type { Config } from '#server/config.ts';

export interface SecurityTxtOptions {
  readonly config: Pick<Config, 'securityTxt' | 'publicUrl' | 'basePath'>;
  readonly now: () => Date;
  readonly readPortal: () => Promise<Pick<PortalConfig, 'LegalContacts'>>;
}

export function mountSecurityTxt(app: FastifyInstance, { config, now, readPortal }: SecurityTxtOptions): void {
  const { securityTxt, publicUrl, basePath } = config;
  // Under a base path we don't know what the root of the host serves, where the file belongs.
  const canonical = basePath === '/' ? new URL(path, publicUrl).href : undefined;
  app.get(path, async (_, reply) => {
    const { contacts, policyUrl, languages } = securityTxt ?? {
      contacts: contactsIn(await readPortal()),
      policyUrl: undefined,
      languages: [],
    };
    if (contacts.length === 0) throw new Problem('NotFound');
    const lines = [
      ...contacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${expiryOf(now())}`,
      ...(languages.length > 0 ? [`Preferred-Languages: ${languages.join(', ')}`] : []),
      ...(canonical === undefined ? [] : [`Canonical: ${canonical}`]),
      ...(policyUrl === undefined ? [] : [`Policy: ${policyUrl}`]),
    ];
    return reply
      .header('cache-control', 'public, max-age=86400')
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`);
  });
}

function contactsIn({ LegalContacts }: Pick<PortalConfig, 'LegalContacts'>): string[] {
  const { Email } = LegalContacts[fallbackLocale] ?? Object.values(LegalContacts)[0] ?? {};
  return Email !== undefined && /^[^\s@]+@[^\s@]+$/.test(Email) ? [`mailto:${Email}`] : [];
}

const path = '/.well-known/security.txt';
const dayMs = 86_400_000;
const daysAhead = 180;

/** Rounded to a day, so that all nodes serve the same file. */
function expiryOf(now: Date): string {
  const day = Math.floor(now.getTime() / dayMs) + daysAhead;
  return new Date(day * dayMs).toISOString().replace('.000Z', 'Z');
}
