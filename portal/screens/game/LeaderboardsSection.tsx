import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Leaderboard } from '#model/leaderboard.ts';
import { useIsInBrowser } from './use-is-in-browser.ts';

// The entries depend on the session and change often, so the server renders only the heading.
const LeaderboardPanel = lazy(async () => ({
  default: (await import('#portal/leaderboards/LeaderboardPanel.tsx')).LeaderboardPanel,
}));

export function LeaderboardsSection(props: { game: string; boards: readonly Leaderboard[] }) {
  const { t } = useTranslation();
  const isInBrowser = useIsInBrowser();
  const placeholder = <div className="leaderboards-placeholder" />;
  return (
    <section aria-labelledby="leaderboards">
      <h2 id="leaderboards">{t('leaderboards.title')}</h2>
      <Suspense fallback={placeholder}>{isInBrowser ? <LeaderboardPanel {...props} /> : placeholder}</Suspense>
    </section>
  );
}
