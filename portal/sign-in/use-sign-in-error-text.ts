import { useTranslation } from 'react-i18next';
import { formatDate } from '#portal/i18n/format-date.ts';
import type { SignInError } from './sign-in-error.ts';

/** @param provider the title of the provider that the error names */
export function useSignInErrorText(): (error: SignInError, provider?: string) => string {
  const { t, i18n } = useTranslation();
  return ({ key, until }, provider = '') =>
    t(key, { provider, until: until === undefined ? '' : formatDate(until, i18n.language) });
}
