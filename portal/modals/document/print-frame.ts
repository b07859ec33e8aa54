import { openTab } from '#portal/go-to.ts';
import { log } from '#portal/log.ts';

/** Prints the page in a frame; one of another site prints itself, in a tab of its own. */
export function printFrame(frame: HTMLIFrameElement | null, url: string): void {
  // The frame is gone when it was refused.
  if (frame?.contentDocument && frame.contentWindow) {
    frame.contentWindow.print();
    return;
  }
  log.debug(`${url} cannot be printed from here; it is opened in a new tab.`);
  openTab(url);
}
