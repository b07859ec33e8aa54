// Shows one ad over the game, in a frame on a separate host. The network's message, the player or a timeout ends it.
import type { AdResult } from '#platforms/port.browser.ts';
import { readMessageFromAdFrame, buildMessageToAdFrame } from './messages.ts';
import './ad-frame.css';

interface AdRequest {
  /** On another origin than the portal. */
  readonly address: string;
  readonly blockId: string;
  readonly platform: 'desktop' | 'touch';
  readonly texts: { readonly title: string; readonly close: string };
}

/** How long the network may take to show an ad, and how long the ad may last. */
const silenceMs = 20_000;
const maxMs = 5 * 60_000;

export function showAdInFrame(request: AdRequest, page: Window = window): Promise<AdResult> {
  const { address, blockId, platform, texts } = request;
  const { origin } = new URL(address);
  const { promise, resolve } = Promise.withResolvers<AdResult>();
  const { document } = page;
  const before = document.activeElement;
  const cover = document.createElement('div');
  cover.className = 'ad-frame';
  cover.role = 'dialog';
  cover.ariaModal = 'true';
  cover.ariaLabel = texts.title;
  const frame = document.createElement('iframe');
  frame.title = texts.title;
  // The frame has another origin, so its scripts can't reach the portal.
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox');
  frame.allow = 'autoplay; fullscreen';
  frame.referrerPolicy = 'origin';
  frame.src = address;
  const close = document.createElement('button');
  close.type = 'button';
  close.textContent = texts.close;
  cover.append(frame, close);

  const ending = new AbortController();
  const end = (outcome: AdResult): void => {
    page.clearTimeout(timer);
    ending.abort();
    cover.remove();
    if (before instanceof HTMLElement) before.focus();
    resolve(outcome);
  };
  const endAfter = (ms: number): number => page.setTimeout(() => end({ outcome: 'failed', reason: 'Unknown' }), ms);
  let timer = endAfter(silenceMs);
  const receive = (event: MessageEvent<unknown>): void => {
    const said = readMessageFromAdFrame(event, { window: frame.contentWindow, origin });
    if (said?.say === 'ready')
      frame.contentWindow?.postMessage(buildMessageToAdFrame({ say: 'start', blockId, platform }), origin);
    if (said?.say === 'shown') {
      page.clearTimeout(timer);
      timer = endAfter(maxMs);
      // From now on the network's own close button is shown, which knows whether the reward was earned.
      close.remove();
      frame.focus();
    }
    if (said?.say === 'outcome')
      end(said.outcome === 'failed' ? { outcome: 'failed', reason: 'Unknown' } : { outcome: said.outcome });
  };
  page.addEventListener('message', receive, { signal: ending.signal });
  close.addEventListener('click', () => end({ outcome: 'skipped' }), { signal: ending.signal });
  document.body.append(cover);
  close.focus();
  return promise;
}
