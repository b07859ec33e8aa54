import type { PortalConfig } from '#contract/config.ts';
import * as identities from '#identities/registry.ts';

export const defaultPortalConfig: PortalConfig = {
  CompanyBranding: {
    Name: 'FxId',
    ShortName: 'FxId',
    HeaderType: 'Full',
    AuthProviders: Object.values(identities).flatMap(({ providers }): string[] => [...providers]),
  },
  LegalContacts: {},
  // Turnstile's test key, which always passes; production rejects it if the captcha is used.
  Turnstile: { SiteKey: '1x00000000000000000000AA' },
  PublicWebClientConfig: { PersonalInformationForm: { Compact: false } },
};
