// The one door by which the portal leaves a page or opens another: no other file gives an address to the browser. What is not
// an address of the kind that was asked for goes nowhere, and the caller is told by a false.
import { safeDestination, webAddress } from '#model/safe-destination.ts';

/** Loads a page of this very origin. */
export function goToOwnPage(address: string, how: 'assign' | 'replace', { location }: Page = window): boolean {
  const destination = safeDestination(address, [location.origin]);
  if (destination !== undefined) location[how](destination);
  return destination !== undefined;
}

/** Loads a page of somebody else's, such as a payment provider. */
export function goToPage(address: string, { location }: Page = window): boolean {
  const destination = webAddress(address);
  if (destination !== undefined) location.assign(destination);
  return destination !== undefined;
}

/** Opens a page in a tab of its own, which learns nothing of this one. */
export function openTab(address: string, page: Page = window): boolean {
  const destination = webAddress(address, page.location.origin);
  if (destination !== undefined) page.open(destination, '_blank', 'noopener,noreferrer');
  return destination !== undefined;
}

/** Opens a page of this very origin in a window of its own, which stays tied to this one; null where the browser refuses. */
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

/** Sends a window that we have opened to a page. Any other kind of address would run in it as a part of the portal. */
export function steerWindow(opened: { readonly location: { href: string } }, address: string): boolean {
  const destination = webAddress(address);
  if (destination !== undefined) opened.location.href = destination;
  return destination !== undefined;
}

/** The few things of a browser's window that are needed here. */
interface Page {
  readonly location: {
    readonly origin: string;
    assign(address: string): void;
    replace(address: string): void;
  };
  open(address: string, target: string, features: string): unknown;
}
