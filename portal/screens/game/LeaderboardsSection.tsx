import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import type { Leaderboard } from '#model/leaderboard.ts';
import { LoadWhenNear } from './LoadWhenNear.tsx';

// The entries depend on the session and change often, so the server renders only the heading.
const LeaderboardPanel = lazy(async () => ({
  default: (await import('#portal/leaderboards/LeaderboardPanel.tsx')).LeaderboardPanel,
}));

export function LeaderboardsSection(props: { game: string; boards: readonly Leaderboard[] }) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="leaderboards">
      <h2 id="leaderboards">{t('leaderboards.title')}</h2>
      <LoadWhenNear placeholder={<div className="section-placeholder" />}>
        <LeaderboardPanel {...props} />
      </LoadWhenNear>
    </section>
  );
}
