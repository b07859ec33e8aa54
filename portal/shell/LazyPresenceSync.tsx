import { lazy, Suspense } from 'react';
import { loadWithTexts } from '#portal/i18n/load-with-texts.ts';
import { useSessionNumber } from '#portal/session.ts';

const PresenceSync = lazy(() =>
  loadWithTexts(async () => ({ default: (await import('#portal/presence/PresenceSync.tsx')).PresenceSync })),
);

/** Keeps a signed-in player online. @param game the game played on this page */
export function LazyPresenceSync({ game }: { game: string | undefined }) {
  const isSignedIn = useSessionNumber() > 0;
  return (
    isSignedIn && (
      <Suspense>
        <PresenceSync game={game} />
      </Suspense>
    )
  );
}
