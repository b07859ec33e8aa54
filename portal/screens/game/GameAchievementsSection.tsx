import { lazy, Suspense } from 'react';
import { useIsInBrowser } from './use-is-in-browser.ts';

const GameAchievements = lazy(async () => ({
  default: (await import('#portal/achievements/GameAchievements.tsx')).GameAchievements,
}));

/** Progress depends on the session, so the server renders nothing. */
export function GameAchievementsSection({ game }: { game: string }) {
  const isInBrowser = useIsInBrowser();
  return <Suspense>{isInBrowser && <GameAchievements game={game} />}</Suspense>;
}
