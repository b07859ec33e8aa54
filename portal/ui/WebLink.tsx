import type { ComponentPropsWithoutRef } from 'react';
import { webAddress } from '#model/safe-destination.ts';
import { usePage } from '#portal/page.ts';

/** A link to an address that is known only when it runs. Nothing is shown for one that nobody may be led to. */
export function WebLink({ href, children, ...rest }: ComponentPropsWithoutRef<'a'> & { href: string | undefined }) {
  const address = webAddress(href, usePage().origin);
  if (address === undefined) return null;
  return (
    <a {...rest} href={address}>
      {children}
    </a>
  );
}
