import type { AccountOverview } from '#model/account.ts';

export const buildAccountOverview = (
  account: Partial<AccountOverview['Account']> = {},
  Games: AccountOverview['Games'] = [],
): AccountOverview => ({
  Account: {
    AccountId: '00000000-0000-4000-8000-000000000001',
    Name: 'Ada',
    EmailValidated: false,
    HasEmail: false,
    Guest: false,
    HasCompletedOrder: false,
    MarketingEnabled: false,
    Locale: 'en',
    Features: [],
    SocialIdentifiers: [],
    ConnectedGames: [],
    ...account,
  },
  Identities: [],
  Games,
  Devices: [],
  Merges: [],
});
