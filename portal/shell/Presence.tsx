import { lazy, Suspense } from 'react';
import { withTexts } from '#portal/i18n/with-texts.ts';
import { useSession } from '#portal/session.ts';

const PresenceKeeper = lazy(() =>
  withTexts(async () => ({ default: (await import('#portal/presence/PresenceKeeper.tsx')).PresenceKeeper })),
);

/** Keeps whoever is signed in present; it is loaded after what is to be seen. @param game what is played on the page */
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
