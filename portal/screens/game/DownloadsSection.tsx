import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsInBrowser } from './use-is-in-browser.ts';
import './downloads.css';

// What can be downloaded depends on the session and the browser, so the server renders only the heading.
const Downloads = lazy(async () => ({ default: (await import('./Downloads.tsx')).Downloads }));

export function DownloadsSection(props: { game: string; defaultBranch: string }) {
  const { t } = useTranslation();
  const isInBrowser = useIsInBrowser();
  return (
    <section className="downloads" aria-labelledby="downloads">
      <h2 id="downloads">{t('downloads.title')}</h2>
      <Suspense fallback={placeholder}>{isInBrowser ? <Downloads {...props} /> : placeholder}</Suspense>
    </section>
  );
}

const placeholder = <div className="placeholder" aria-busy="true" />;
