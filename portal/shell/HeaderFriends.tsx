import { lazy, Suspense } from 'react';
import { withTexts } from '#portal/i18n/with-texts.ts';
import { useSession } from '#portal/session.ts';

const FriendsButton = lazy(() =>
  withTexts(async () => ({ default: (await import('./FriendsButton.tsx')).FriendsButton })),
);

/** For signed-in players. Its space is reserved until it has loaded. */
export function HeaderFriends() {
  const isSignedIn = useSession() > 0;
  return (
    isSignedIn && (
      <Suspense fallback={<span className="friends-place" />}>
        <FriendsButton variant="icon" />
      </Suspense>
    )
  );
}
