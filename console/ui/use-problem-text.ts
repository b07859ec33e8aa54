import { useTranslation } from 'react-i18next';
import { ApiError } from '#contract/api-error.ts';

/** What went wrong and what to do, for the operator. */
export function useProblemText(): (error: unknown) => string {
  const { t, i18n } = useTranslation();
  return (error) => {
    if (!(error instanceof ApiError)) return t('problems.Unexpected');
    if (error.status === 0) return t('problems.Network');
    const key = `problems.${error.code ?? ''}`;
    // The server's details name the field or the object; they are English.
    if (i18n.exists(key)) return i18n.t(`problems.${(error.code ?? 'Unexpected') as 'Unexpected'}`);
    const fields = Object.entries(error.fields)
      .filter(([field, text]) => !error.detail.includes(`${field} ${text}`))
      .map(([field, text]) => `${field}: ${text}`);
    return [error.detail || t('problems.Unexpected'), ...fields].join(' ');
  };
}
