import type { ReactNode, Ref } from 'react';

/** Focusable, because not every browser lets the keyboard scroll it otherwise. */
export function ScrollRegion({
  label,
  className,
  busy,
  ref,
  children,
}: {
  label: string;
  className: string;
  busy?: boolean;
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Keyboard users need the focus to scroll.
    <section ref={ref} className={className} aria-label={label} aria-busy={busy} tabIndex={0}>
      {children}
    </section>
  );
}
