import type { ComponentPropsWithoutRef } from 'react';
import { safeWebAddress } from '#model/safe-destination.ts';
import { buildOutboundPath, type OutboundLinkSource } from '#portal/outbound-path.ts';
import { usePageEnvironment } from '#portal/page-environment.ts';
import { WebLink } from './WebLink.tsx';

/** A link to another site that is counted. Renders nothing if the address is not safe. */
export function OutboundLink({
  href,
  type,
  game,
  ...rest
}: Omit<ComponentPropsWithoutRef<'a'>, 'type' | 'href'> & OutboundLinkSource & { readonly href: string | undefined }) {
  const page = usePageEnvironment();
  if (href === undefined || safeWebAddress(href) === undefined) return null;
  return (
    <WebLink {...rest} href={buildOutboundPath(page, href, { type, game })} target="_blank" rel="noopener noreferrer" />
  );
}
