// A part of a page below the first sight. Where the server has rendered it, it is left as it is until it comes near, and its program is
// not even loaded. It is no part that hydrates late: React holds every navigation back until such a part has been hydrated.
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
import { usePage } from '#portal/page.ts';

/** @param content names what it shows: when that is something else, it is rendered again, however far away it is */
export function DeferUntilVisible({ content, children }: { content: string; children: ReactNode }) {
  const { hydration } = usePage();
  const [left, leave] = useState(hydration?.isRunning() ? content : undefined);
  // What is there stays until the other can be shown, and is gone from then on: coming back to the first content does not bring it back.
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
  const tellNear = useEffectEvent(onNear);
  useEffect(() => {
    const ending = new AbortController();
    // Whoever begins to scroll is on the way.
    window.addEventListener('scroll', () => tellNear(), { once: true, passive: true, signal: ending.signal });
    const observer = new IntersectionObserver((seen) => seen.some((each) => each.isIntersecting) && tellNear());
    if (place.current) observer.observe(place.current);
    return () => {
      ending.abort();
      observer.disconnect();
    };
  }, []);
  // oxlint-disable-next-line react/no-danger -- there is no markup: it keeps React from looking into the element
  return <div ref={place} dangerouslySetInnerHTML={untouched} suppressHydrationWarning />;
}

const untouched = { __html: '' };
