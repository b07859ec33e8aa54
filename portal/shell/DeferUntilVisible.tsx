// Defers a part of the page below the fold: its code is loaded when it is near the viewport; until then server-rendered
// HTML stays. React's deferred hydration is not used, because it blocks every navigation until such a part has
// hydrated.
import {
  startTransition,
  Suspense,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { usePageEnvironment } from '#portal/page-environment.ts';

/** @param content identifies what is shown; when it changes, the part renders again */
export function DeferUntilVisible({ content, children }: { content: string; children: ReactNode }) {
  const { hydration } = usePageEnvironment();
  const [left, leave] = useState(hydration?.isRunning() ? content : undefined);
  // The server-rendered HTML stays until the new content can be shown.
  const shown = useDeferredValue(content);
  if (left !== undefined && left !== shown) leave(undefined);
  return (
    <Suspense>
      {left === shown ? (
        <AsServerRendered onNear={() => startTransition(() => leave(undefined))} />
      ) : (
        <div>{children}</div>
      )}
    </Suspense>
  );
}

function AsServerRendered({ onNear }: { onNear: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  const markNear = useEffectEvent(onNear);
  useEffect(() => {
    const ending = new AbortController();
    // A visitor who starts to scroll will soon reach this part.
    window.addEventListener('scroll', () => markNear(), { once: true, passive: true, signal: ending.signal });
    const observer = new IntersectionObserver((seen) => seen.some((each) => each.isIntersecting) && markNear());
    if (place.current) observer.observe(place.current);
    return () => {
      ending.abort();
      observer.disconnect();
    };
  }, []);
  // oxlint-disable-next-line react/no-danger -- there is no markup: it keeps React from looking into the element
  return <div ref={place} dangerouslySetInnerHTML={untouched} suppressHydrationWarning />;
}

// If hydration fails, React renders the element again and sets its innerHTML, where Trusted Types reject an empty string.
// TypeScript has no type for them.
const { trustedTypes } = globalThis as { trustedTypes?: { emptyHTML: string } };
const untouched = { __html: trustedTypes?.emptyHTML ?? '' };
