import { lazy, Suspense } from 'react';
import { loadWithTexts } from '#portal/i18n/load-with-texts.ts';
import { useSessionNumber } from '#portal/session.ts';

const FriendsButton = lazy(() =>
  loadWithTexts(async () => ({ default: (await import('./FriendsButton.tsx')).FriendsButton })),
);

/** For signed-in players. Its space is reserved until it has loaded. */
export function HeaderFriends() {
  const isSignedIn = useSessionNumber() > 0;
  return (
    isSignedIn && (
      <Suspense fallback={<span className="friends-place" />}>
        <FriendsButton variant="icon" />
      </Suspense>
    )
  );
}
