import { safeWebAddress } from '#model/safe-destination.ts';
import type { AllCapabilities } from '#platforms/port.browser.ts';
import { setTabOpener } from '#portal/go-to.ts';
import { log } from '#portal/log.ts';

/** Opens new tabs and links to them through the platform, whose pages can't do it. Returns a function that stops it. */
export function openLinksOnPlatform(links: AllCapabilities['links'], page: Document = document): () => void {
  const openLink = (address: string): void =>
    void links.open(address).catch((error: unknown) => log.warn(`The platform did not open ${address}.`, error));
  const listen = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[target=_blank]') : null;
    const address = safeWebAddress(link?.href);
    if (address === undefined) return;
    event.preventDefault();
    openLink(address);
  };
  page.addEventListener('click', listen);
  setTabOpener(openLink);
  return () => {
    page.removeEventListener('click', listen);
    setTabOpener(undefined);
  };
}
