import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '#portal/ui/Notice.tsx';
import { changeErrorKey, isNotProved } from '#portal/sign-in/change-error.ts';

/** A card of the page with its title, and what went wrong in it. */
export function Section({
  id,
  title,
  error,
  children,
}: {
  id: string;
  title: string;
  error?: unknown;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {children}
      {error !== undefined && error !== null && (
        // Who was asked who he is and did not say has met no fault.
        <Notice tone={isNotProved(error) ? 'info' : 'danger'}>{t(changeErrorKey(error))}</Notice>
      )}
    </section>
  );
}

/** Where the focus goes when the row that had it is gone. */
export function focusSection(id: string): void {
  document.getElementById(id)?.focus();
}
