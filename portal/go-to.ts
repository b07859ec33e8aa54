// The only file that navigates or opens windows. URLs that are not allowed are ignored, and the function returns false.
import { safeDestination, safeWebAddress } from '#model/safe-destination.ts';

export function goToOwnPage(address: string, how: 'assign' | 'replace', { location }: Page = window): boolean {
  const destination = safeDestination(address, [location.origin]);
  if (destination !== undefined) location[how](destination);
  return destination !== undefined;
}

export function goToOtherSite(address: string, { location }: Page = window): boolean {
  const destination = safeWebAddress(address);
  if (destination !== undefined) location.assign(destination);
  return destination !== undefined;
}

export function openTab(address: string, page: Page = window): boolean {
  const destination = safeWebAddress(address, page.location.origin);
  if (destination !== undefined && openElsewhere) openElsewhere(destination);
  else if (destination !== undefined) page.open(destination, '_blank', 'noopener,noreferrer');
  return destination !== undefined;
}

let openElsewhere: ((address: string) => void) | undefined;

/** For platforms whose pages can't open tabs: `openTab` calls this instead. Undefined: tabs again. */
export const setTabOpener = (open: typeof openElsewhere): void => void (openElsewhere = open);

/** Opens a page of this origin in a popup window; null if the browser blocks it. */
export function openOwnWindow<Opened>(
  address: string,
  features: string,
  page: {
    readonly location: { readonly origin: string };
    open(address: string, target: string, features: string): Opened | null;
  },
): Opened | null {
  const destination = safeDestination(address, [page.location.origin]);
  return destination === undefined ? null : page.open(destination, '_blank', features);
}

/** Only web addresses: a `javascript:` URL would run in the popup as a part of the portal. */
export function navigateWindow(opened: { readonly location: { href: string } }, address: string): boolean {
  const destination = safeWebAddress(address);
  if (destination !== undefined) opened.location.href = destination;
  return destination !== undefined;
}

interface Page {
  readonly location: {
    readonly origin: string;
    assign(address: string): void;
    replace(address: string): void;
  };
  open(address: string, target: string, features: string): unknown;
}
