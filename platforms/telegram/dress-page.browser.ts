// How the page sits in Telegram: as high as it can be, in its own colours, not closed by a swipe over the game, held as the game
// wants it, and with room for what lies over its edges.
import type { BrowserHost } from '../port.browser.ts';
import type { Channel, EventData } from './channel.browser.ts';
import type { Launch } from './launch.browser.ts';

export interface DressedPage {
  insets(): { left: number; right: number; top: number; bottom: number };
  dispose(): void;
}

type Given = Pick<BrowserHost, 'window' | 'orientation' | 'news'>;

export function dressPage({ window, orientation, news }: Given, channel: Channel, launch: Launch): DressedPage {
  const isPhone = /^(android|ios)/.test(launch.client);
  const hasInsets = launch.isAtLeast('8.0');
  // The second kind lies within the first.
  const insets: Record<string, EventData> = {};
  for (const event of ['safe_area_changed', 'content_safe_area_changed'])
    channel.on(event, (data) => {
      insets[event] = data;
      news.insetsChanged();
    });
  channel.on('visibility_changed', ({ is_visible: isVisible }) => news.focus(isVisible === true));

  channel.post('web_app_ready');
  channel.post('web_app_expand');
  const colour = colourOf(window);
  if (colour && launch.isAtLeast('6.9'))
    for (const part of ['header', 'background']) channel.post(`web_app_set_${part}_color`, { color: colour });
  if (launch.isAtLeast('7.7')) channel.post('web_app_setup_swipe_behavior', { allow_vertical_swipe: false });
  // The bar of Telegram takes a fifth of a phone that lies on its side.
  if (hasInsets && isPhone && orientation === 'landscape') channel.post('web_app_request_fullscreen');
  if (hasInsets) {
    channel.post('web_app_request_safe_area');
    channel.post('web_app_request_content_safe_area');
  }
  const unlock = hasInsets && isPhone && orientation ? lockWhenHeldSo(window, orientation, channel) : () => undefined;
  return {
    insets() {
      const sum = (edge: string) =>
        Object.values(insets).reduce((total, { [edge]: px }) => total + (Number.isFinite(px) ? Number(px) : 0), 0);
      return { left: sum('left'), right: sum('right'), top: sum('top'), bottom: sum('bottom') };
    },
    dispose: unlock,
  };
}

/** Telegram locks the way in which the device is held now: no other can be asked for. */
function lockWhenHeldSo(window: Window, orientation: string, channel: Channel): () => void {
  const held = window.matchMedia(`(orientation: ${orientation})`);
  const lock = (): void => {
    if (!held.matches) return;
    held.removeEventListener('change', lock);
    channel.post('web_app_toggle_orientation_lock', { locked: true });
  };
  held.addEventListener('change', lock);
  lock();
  return () => {
    held.removeEventListener('change', lock);
    channel.post('web_app_toggle_orientation_lock', { locked: false });
  };
}

/** The body's own colour, or what shines through it. */
function colourOf(window: Window): string | undefined {
  const { body, documentElement } = window.document;
  const [own, below] = [body, documentElement].map((part) => hexOf(window.getComputedStyle(part).backgroundColor));
  return own ?? below;
}

/** `#0b0e14` for `rgb(11, 14, 20)`; undefined for what can be seen through, or is written in another way. */
function hexOf(colour: string): string | undefined {
  const parts = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(colour)?.slice(1);
  return parts && `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
}
