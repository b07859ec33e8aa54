import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadWhenNear } from './LoadWhenNear.tsx';

// Progress depends on the session, so the server renders only the heading.
const GameAchievements = lazy(async () => ({
  default: (await import('#portal/achievements/GameAchievements.tsx')).GameAchievements,
}));

export function GameAchievementsSection({ game }: { game: string }) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="achievements">
      <h2 id="achievements">{t('achievements.title')}</h2>
      <LoadWhenNear placeholder={<div className="section-placeholder" />}>
        <GameAchievements game={game} />
      </LoadWhenNear>
    </section>
  );
}
