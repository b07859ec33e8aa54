import { useId, type ComponentPropsWithoutRef } from 'react';
import './field.css';

export function Field({
  label,
  hint,
  error,
  autoFocus,
  ...input
}: ComponentPropsWithoutRef<'input'> & { label: string; hint?: string; error?: string }) {
  const id = useId();
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`]
    .filter(Boolean)
    .join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        // React does not render the attribute, but dialogs look for it.
        ref={(element) => void (autoFocus && element?.setAttribute('autofocus', ''))}
        autoFocus={autoFocus}
        aria-invalid={error !== undefined}
        aria-describedby={described || undefined}
      />
      {hint !== undefined && <p id={`${id}-hint`}>{hint}</p>}
      {error !== undefined && (
        <p id={`${id}-error`} className="error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

/** The text direction follows the typed text. */
export function TextArea({
  label,
  hint,
  ...textarea
}: ComponentPropsWithoutRef<'textarea'> & { label: string; hint?: string }) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea dir="auto" {...textarea} id={id} aria-describedby={hint === undefined ? undefined : `${id}-hint`} />
      {hint !== undefined && <p id={`${id}-hint`}>{hint}</p>}
    </div>
  );
}
