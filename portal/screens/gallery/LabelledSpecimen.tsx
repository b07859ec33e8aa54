import type { ReactNode } from 'react';

/** A specimen with its props in monospace below. */
export function LabelledSpecimen({
  label,
  fill = false,
  children,
}: {
  label: string;
  fill?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={fill ? 'labelled fills' : 'labelled'}>
      {children}
      <code dir="ltr" lang="en">
        {label}
      </code>
    </div>
  );
}
