import type { ComponentPropsWithoutRef } from 'react';
import { Link } from 'react-router';
import './button.css';

export type ButtonKind = 'primary' | 'plain' | 'quiet' | 'danger';

interface Looks {
  kind?: ButtonKind;
  size?: 'normal' | 'large';
}

/** While it is busy it keeps the focus and does nothing. */
export function Button({
  kind = 'plain',
  size = 'normal',
  busy,
  children,
  className = '',
  onClick,
  ...rest
}: ComponentPropsWithoutRef<'button'> & Looks & { busy?: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy}
      aria-disabled={busy || undefined}
      // Prevented, so that it does not send a form either.
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={`button ${kind} ${size} ${className}`}
    >
      {children}
    </button>
  );
}

export function ButtonLink({
  kind = 'plain',
  size = 'normal',
  className = '',
  ...rest
}: ComponentPropsWithoutRef<typeof Link> & Looks) {
  return <Link {...rest} className={`button ${kind} ${size} ${className}`} />;
}
