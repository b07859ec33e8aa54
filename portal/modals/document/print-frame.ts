import { openTab } from '#portal/go-to.ts';
import { log } from '#portal/log.ts';

/**
 * Prints the framed page. A page of another site is opened in a new tab instead, because it can't be printed from here.
 */
export function printFrame(frame: HTMLIFrameElement | null, url: string): void {
  // The frame is not rendered if it was refused.
  if (frame?.contentDocument && frame.contentWindow) {
    frame.contentWindow.print();
    return;
  }
  log.debug(`${url} cannot be printed from here; it is opened in a new tab.`);
  openTab(url);
}
