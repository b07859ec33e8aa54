// The language and the newsletter. Both are saved at once.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountOverview } from '#model/account.ts';
import { localeNames, locales, toLocale } from '#model/locale.ts';
import { apiClient } from '#portal/api.ts';
import { changeLanguage } from '#portal/i18n/change-language.ts';
import { useSessionNumber } from '#portal/session.ts';
import { useProfileAccount } from './account-context.ts';
import { RejectedChangeError } from '#portal/sign-in/change-error.ts';
import { ProfileSection } from './ProfileSection.tsx';
import { accountOverviewKey } from './use-overview.ts';

export function Settings() {
  const { t, i18n } = useTranslation();
  const { overview } = useProfileAccount();
  const id = useId();
  const marketing = useMarketing();
  return (
    <ProfileSection id="settings" title={t('profile.settings')} error={marketing.error}>
      <div className="setting">
        <label htmlFor={id}>{t('profile.language')}</label>
        <select
          id={id}
          value={toLocale(i18n.language)}
          onChange={({ target }) => void changeLanguage(toLocale(target.value))}
        >
          {locales.map((locale) => (
            <option key={locale} value={locale} lang={locale}>
              {localeNames[locale]}
            </option>
          ))}
        </select>
      </div>
      <label className="setting">
        <span>{t('profile.marketing')}</span>
        <input
          type="checkbox"
          role="switch"
          className="switch"
          checked={overview.Account.MarketingEnabled}
          aria-checked={overview.Account.MarketingEnabled}
          onChange={({ target }) => marketing.mutate(target.checked)}
        />
      </label>
    </ProfileSection>
  );
}

/** Optimistic: rolled back if the call fails. */
function useMarketing() {
  const queries = useQueryClient();
  const key = accountOverviewKey(useSessionNumber());
  const show = (isEnabled: boolean): void => {
    queries.setQueryData<AccountOverview>(
      key,
      (before) => before && { ...before, Account: { ...before.Account, MarketingEnabled: isEnabled } },
    );
  };
  return useMutation({
    mutationFn: async (isEnabled: boolean) => {
      const { Success } = await apiClient.profile.marketing({ MarketingEnabled: isEnabled });
      if (!Success) throw new RejectedChangeError('profile.marketing');
    },
    networkMode: 'always',
    // Changes are sent one after the other, so that the last click wins.
    scope: { id: 'marketing' },
    onMutate: async (isEnabled) => {
      // A pending response would overwrite the optimistic value.
      await queries.cancelQueries({ queryKey: key });
      show(isEnabled);
    },
    onError: (_, isEnabled) => show(!isEnabled),
  });
}
