// Shows that a new version of the portal is available; the notice is loaded only then.
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { loadWithTexts } from '#portal/i18n/load-with-texts.ts';
import { newVersion } from '#portal/new-version.ts';

const UpdateNotice = lazy(() =>
  loadWithTexts(async () => ({ default: (await import('./UpdateNotice.tsx')).UpdateNotice })),
);

export function LazyUpdateNotice() {
  const isWaiting = useSyncExternalStore(newVersion.subscribe, newVersion.isWaiting, () => false);
  return (
    isWaiting && (
      <Suspense>
        <UpdateNotice />
      </Suspense>
    )
  );
}
