import type { ComponentPropsWithoutRef } from 'react';
import { Link } from 'react-router';
import { safePath, safeWebAddress } from '#model/safe-destination.ts';
import { usePageConfig, usePageEnvironment } from '#portal/page-environment.ts';

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

type PageLinkProps = Omit<ComponentPropsWithoutRef<'a'>, 'href'> & { readonly to: `/${string}` };

/** For links that are in every page or in lists. */
export const PageLink = import.meta.env.SSR ? ServerLink : Link;

/**
 * The same element as react-router's Link renders, without its click handler and without resolving relative paths, which
 * take longer than the rest.
 */
function ServerLink({ to, children, ...rest }: PageLinkProps) {
  const { basePath } = usePageConfig();
  return (
    <a {...rest} href={basePath + to.slice(1)} data-discover="true">
      {children}
    </a>
  );
}
