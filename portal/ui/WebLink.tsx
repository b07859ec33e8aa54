import type { ComponentPropsWithoutRef } from 'react';
import { safePath, webAddress } from '#model/safe-destination.ts';
import { usePage } from '#portal/page.ts';

/** A link to an address that is known only when it runs. Nothing is shown for one that nobody may be led to. */
export function WebLink({ href, children, ...rest }: ComponentPropsWithoutRef<'a'> & { href: string | undefined }) {
  const { origin } = usePage();
  // A page of ours by its path, so that a page that was rendered leads there under whatever name it is read.
  const address = safePath(href ?? '', origin) ?? webAddress(href, origin);
  if (address === undefined) return null;
  return (
    <a {...rest} href={address}>
      {children}
    </a>
  );
}

/** A link that writes an email. */
export function MailLink({ to, children, ...rest }: ComponentPropsWithoutRef<'a'> & { to: string }) {
  return (
    <a {...rest} href={`mailto:${to}`}>
      {children}
    </a>
  );
}
