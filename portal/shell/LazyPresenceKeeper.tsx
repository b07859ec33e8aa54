import { lazy, Suspense } from 'react';
import { loadWithTexts } from '#portal/i18n/load-with-texts.ts';
import { useSessionNumber } from '#portal/session.ts';

const PresenceKeeper = lazy(() =>
  loadWithTexts(async () => ({ default: (await import('#portal/presence/PresenceKeeper.tsx')).PresenceKeeper })),
);

/** Keeps a signed-in player online. @param game the game played on this page */
export function LazyPresenceKeeper({ game }: { game: string | undefined }) {
  const isSignedIn = useSessionNumber() > 0;
  return (
    isSignedIn && (
      <Suspense>
        <PresenceKeeper game={game} />
      </Suspense>
    )
  );
}
