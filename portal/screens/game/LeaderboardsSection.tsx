import { lazy, Suspense, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { Leaderboard } from '#model/leaderboard.ts';
import { Skeleton } from '#portal/ui/Skeleton.tsx';

// The entries depend on the session and change often, so the server renders only the heading.
const LeaderboardPanel = lazy(async () => ({
  default: (await import('#portal/leaderboards/LeaderboardPanel.tsx')).LeaderboardPanel,
}));

export function LeaderboardsSection(props: { game: string; boards: readonly Leaderboard[] }) {
  const { t } = useTranslation();
  const isInBrowser = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  const placeholder = <Skeleton height="320px" />;
  return (
    <section aria-labelledby="leaderboards">
      <h2 id="leaderboards">{t('leaderboards.title')}</h2>
      <Suspense fallback={placeholder}>{isInBrowser ? <LeaderboardPanel {...props} /> : placeholder}</Suspense>
    </section>
  );
}

const subscribeToNothing = () => () => undefined;
