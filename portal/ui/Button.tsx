import type { ComponentPropsWithoutRef } from 'react';
import { Link } from 'react-router';
import './button.css';

export type ButtonVariant = 'primary' | 'plain' | 'quiet' | 'danger';

interface Looks {
  kind?: ButtonVariant;
  size?: 'normal' | 'large';
}

/** While busy, the button keeps the focus and ignores clicks. */
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
      // Prevents the click from submitting a form, too.
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
