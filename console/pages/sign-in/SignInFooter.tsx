import { useTranslation } from 'react-i18next';
import { chooseLanguage, languages, type Language } from '#console/i18n/start-languages.ts';

/** The language can be chosen before the sign-in. */
export function SignInFooter() {
  const { t, i18n } = useTranslation();
  return (
    <footer className="sign-in-footer" aria-label={t('shell.language')}>
      {Object.entries(languages).map(([language, title]) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={i18n.language === language}
          onClick={() => void chooseLanguage(language as Language)}
        >
          {title}
        </button>
      ))}
    </footer>
  );
}
