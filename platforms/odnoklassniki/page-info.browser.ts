import type { BrowserHost } from '../port.browser.ts';
import { readUntrustedFields } from '../kit/fields.browser.ts';
import { createInsetTracker } from '../kit/page.browser.ts';
import { platformTitle, type OkReply, type OkClient } from './client.browser.ts';

const refreshMs = 5000;
/** The fixed bar at the top of the platform's page, which covers a game scrolled under it. */
const topPanelPx = 48;

/** Polls the framing page for how much of the game is hidden. */
export function trackHiddenEdges(host: Pick<BrowserHost, 'log' | 'events' | 'window'>, { call }: OkClient) {
  const { window } = host;
  const insets = createInsetTracker(host);
  let known = '';
  let timer: number | undefined;
  let isOver = false;
  let hasFailed = false;
  const see = ({ data }: OkReply): void => {
    const edges = readEdges(data, window.innerHeight);
    if (JSON.stringify(edges) !== known) insets.set('page', edges);
    known = JSON.stringify(edges);
  };
  const look = async (): Promise<void> => {
    try {
      const answer = await call('getPageInfo', [], refreshMs);
      if (!isOver) see(answer);
    } catch (error) {
      // Logged once, because it is polled.
      if (!hasFailed && !isOver) host.log.warn(`${platformTitle} does not say what is seen of the game`, error);
      hasFailed = true;
    }
    if (!isOver) timer = window.setTimeout(() => void look(), refreshMs);
  };
  void look();
  return {
    insets: insets.read,
    stop(): void {
      isOver = true;
      window.clearTimeout(timer);
    },
  };
}

function readEdges(pageInfo: string, heightPx: number): { readonly top: number; readonly bottom: number } {
  const { scrollTop, offsetTop, innerHeight } = readUntrustedFields(pageInfo);
  // The distance from the top of the visible page to the game.
  const beginsPx = Number(offsetTop) - Number(scrollTop);
  const hiddenPx = (px: number): number => (Number.isFinite(px) ? Math.min(Math.max(px, 0), heightPx) : 0);
  return { top: hiddenPx(topPanelPx - beginsPx), bottom: hiddenPx(beginsPx + heightPx - Number(innerHeight)) };
}
