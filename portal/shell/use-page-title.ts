import { useEffect } from 'react';
import { usePageConfig } from '#portal/page-environment.ts';
import { getPortalName } from '#portal/runtime-config.ts';
import { formatPageTitle } from './format-page-title.ts';

/** Restores the portal's name on unmount. Undefined: not known yet. */
export function usePageTitle(title: string | undefined): void {
  const portalName = getPortalName(usePageConfig());
  useEffect(() => {
    if (title === undefined) return undefined;
    document.title = formatPageTitle(title, portalName);
    return () => void (document.title = portalName);
  }, [title, portalName]);
}
