// The consent notice and the button that shows it again, loaded only if the operator measures anything.
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { loadWithTexts } from '#portal/i18n/load-with-texts.ts';
import { runtimeConfig } from '#portal/runtime-config.ts';

const load = (name: 'ConsentNotice' | 'ConsentButton') =>
  lazy(() => loadWithTexts(async () => ({ default: (await import('./MeasuringConsent.tsx'))[name] })));
const parts = { notice: load('ConsentNotice'), button: load('ConsentButton') };

export function LazyMeasuringConsent({ part }: { part: keyof typeof parts }) {
  const isMeasured = useSyncExternalStore(neverChanges, isMeasuringConfigured, () => false);
  const Part = parts[part];
  return (
    isMeasured && (
      <Suspense>
        <Part />
      </Suspense>
    )
  );
}

const neverChanges = () => () => undefined;

/** A tag manager, recordings of the screen around errors, or a data layer that the page came with. */
const isMeasuringConfigured = (): boolean =>
  Boolean(runtimeConfig.tagManager ?? runtimeConfig.errorDsn) || 'dataLayer' in window;
