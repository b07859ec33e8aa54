import { openTab } from '#portal/go-to.ts';
import { log } from '#portal/log.ts';

/** A page of another site can't be printed from here, so it is opened in a new tab. */
export function printFrame(frame: HTMLIFrameElement | null, url: string): void {
  // A rejected frame is not rendered.
  if (frame?.contentDocument && frame.contentWindow) {
    frame.contentWindow.print();
    return;
  }
  log.debug(`${url} cannot be printed from here; it is opened in a new tab.`);
  openTab(url);
}
