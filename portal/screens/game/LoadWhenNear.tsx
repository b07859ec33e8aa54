import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';

/** Renders its children when they come near the viewport. The server and pages that hydrate show the placeholder. */
export function LoadWhenNear({ placeholder, children }: { placeholder: ReactNode; children: ReactNode }) {
  const [isNear, setNear] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (seen) => {
        if (!seen.some((each) => each.isIntersecting)) return;
        observer.disconnect();
        setNear(true);
      },
      { rootMargin: '300px' },
    );
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return <div ref={place}>{isNear ? <Suspense fallback={placeholder}>{children}</Suspense> : placeholder}</div>;
}
