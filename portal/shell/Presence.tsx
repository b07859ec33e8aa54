import { lazy, Suspense } from 'react';
import { withTexts } from '#portal/i18n/with-texts.ts';
import { useSession } from '#portal/session.ts';

const PresenceKeeper = lazy(() =>
  withTexts(async () => ({ default: (await import('#portal/presence/PresenceKeeper.tsx')).PresenceKeeper })),
);

/** Keeps a signed-in player online. @param game the game played on this page */
export function Presence({ game }: { game: string | undefined }) {
  const isSignedIn = useSession() > 0;
  return (
    isSignedIn && (
      <Suspense>
        <PresenceKeeper game={game} />
      </Suspense>
    )
  );
}
