import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '#portal/ui/Notice.tsx';
import { changeErrorKey, isProofMissing } from '#portal/sign-in/change-error.ts';

/** A card of the page with its title and error. */
export function ProfileSection({
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
        // Cancelling the identity check is not an error.
        <Notice tone={isProofMissing(error) ? 'info' : 'danger'}>{t(changeErrorKey(error))}</Notice>
      )}
    </section>
  );
}

/** Moves the focus to the section when the row that had it is gone. */
export function focusSection(id: string): void {
  document.getElementById(id)?.focus();
}
