// What the loader hands to a foreign SDK's program: how to reach our SDK, and what the server said of the game. Frames of
// the game's own origin use the connection of the page above, because only that one has a portal around it.
import type { Sdk } from '#sdk/sdk.ts';
import type { ForeignSdkPage } from '../port.ts';

export interface PageLink {
  readonly page: ForeignSdkPage;
  /** Our SDK, connected. */
  readonly openSdk: () => Promise<Sdk>;
  readonly report: (text: string) => void;
}

// A symbol, so that a game that lists globals finds nothing.
const key = Symbol.for('fxid.compat');
type LinkedWindow = Window & { [key]?: PageLink; FxId?: Sdk };

export const findPageLink = (): PageLink | undefined => (window as LinkedWindow)[key];

export function connectFrame(
  frame: LinkedWindow,
  page: ForeignSdkPage,
  loadScript: (address: string) => Promise<unknown>,
): void {
  const above = findLinkAbove(frame);
  let opened: Promise<Sdk> | undefined;
  const open = async (): Promise<Sdk> => {
    if (!frame.FxId) await loadScript('/sdk/v1/sdk.js');
    const sdk = frame.FxId;
    if (!sdk) throw new Error("The portal's SDK could not be loaded.");
    await sdk.init();
    return sdk;
  };
  const { reportTo } = page;
  frame[key] = above ?? {
    page,
    openSdk: () => (opened ??= open()),
    report: (text) => {
      if (reportTo !== undefined)
        frame.parent.postMessage({ type: 'fxid-page', state: 'foreign', text: text.slice(0, 500) }, reportTo);
    },
  };
}

function findLinkAbove(frame: LinkedWindow): PageLink | undefined {
  try {
    return frame.parent === frame ? undefined : (frame.parent as LinkedWindow)[key];
  } catch {
    // The page above is the portal.
    return undefined;
  }
}
