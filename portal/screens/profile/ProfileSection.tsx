import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '#portal/ui/Notice.tsx';
import { getAccountChangeErrorTextKey, isProofMissingError } from '#portal/sign-in/change-error.ts';

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
        <Notice tone={isProofMissingError(error) ? 'info' : 'danger'}>{t(getAccountChangeErrorTextKey(error))}</Notice>
      )}
    </section>
  );
}

/** For when the row that had the focus is gone. */
export function focusSection(id: string): void {
  document.getElementById(id)?.focus();
}
