import type { PortalConfig } from '#contract/config.ts';
import * as identities from '#identities/registry.ts';

/** What a portal is until its operators have made it theirs. */
export const defaultPortalConfig: PortalConfig = {
  CompanyBranding: {
    Name: 'FxId',
    ShortName: 'FxId',
    HeaderType: 'Full',
    // Every way that is set up.
    AuthProviders: Object.values(identities).flatMap(({ providers }): string[] => [...providers]),
  },
  LegalContacts: {},
  // The well-known key that always passes; production refuses it where the check is used.
  Turnstile: { SiteKey: '1x00000000000000000000AA' },
  PublicWebClientConfig: { PersonalInformationForm: { Compact: false } },
};
