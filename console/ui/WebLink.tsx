import type { ComponentPropsWithRef } from 'react';
import { safeWebAddress } from '#model/safe-destination.ts';

/** A link to an address that a reply contains, in a new tab. Renders nothing if the address is not safe. */
export function WebLink({ href, children, ...rest }: ComponentPropsWithRef<'a'>) {
  const address = safeWebAddress(href);
  if (address === undefined) return null;
  return (
    <a {...rest} href={address} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}
