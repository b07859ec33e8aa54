import type { ComponentPropsWithoutRef } from 'react';
import { safePath, safeWebAddress } from '#model/safe-destination.ts';
import { usePageEnvironment } from '#portal/page-environment.ts';

/** A link to an address known only at run time. Renders nothing if the address is not safe. */
export function WebLink({ href, children, ...rest }: ComponentPropsWithoutRef<'a'> & { href: string | undefined }) {
  const { origin } = usePageEnvironment();
  // Our own pages are linked by path, so that a server-rendered page works under any host name.
  const address = safePath(href ?? '', origin) ?? safeWebAddress(href, origin);
  if (address === undefined) return null;
  return (
    <a {...rest} href={address}>
      {children}
    </a>
  );
}

export function MailLink({ to, children, ...rest }: ComponentPropsWithoutRef<'a'> & { to: string }) {
  return (
    <a {...rest} href={`mailto:${to}`}>
      {children}
    </a>
  );
}
