// The device around the game: scaled to the page, with the platform's bar and a banner.
import type { SimulatedDevice } from '#lab/model/devices.ts';
import type { SimulatedHostPage } from '#platforms/simulator-port.browser.ts';
import { requireElement } from './page-parts.browser.ts';

export interface DeviceFrame {
  readonly screen: HTMLElement;
  readonly frame: HTMLIFrameElement;
  dress(look: SimulatedHostPage['appearance'], player: string): void;
  banner(edge: 'top' | 'bottom' | undefined): number;
}

const barPixels = 44;
const bannerPixels = 60;
// Space above and below the device on a narrow page.
const aroundPixels = 140;

export function createDeviceFrame(device: SimulatedDevice): DeviceFrame {
  const room = requireElement('.room');
  const box = requireElement('.device');
  const ad = requireElement('.ad');
  const screen = requireElement('.screen');
  box.classList.add(device.kind);
  const height = device.height + barPixels;
  box.style.width = `${device.width}px`;
  box.style.height = `${height}px`;
  for (const [edge, pixels] of Object.entries(device.insets))
    screen.style.setProperty(`--inset-${edge}`, `${pixels}px`);
  screen.classList.toggle(
    'notched',
    Object.values(device.insets).some((pixels) => pixels > 0),
  );
  const fit = (): void => {
    const least = 0.2;
    const isNarrow = matchMedia('(max-width: 1099px)').matches;
    const roomHeight = isNarrow ? window.innerHeight - aroundPixels : room.clientHeight;
    const scale = Math.max(least, Math.min(1, room.clientWidth / device.width, roomHeight / height));
    room.style.height = isNarrow ? `${height * scale}px` : '';
    const besides = Math.max(0, (room.clientWidth - device.width * scale) / 2);
    box.style.transform = `translateX(${besides}px) scale(${scale})`;
  };
  new ResizeObserver(fit).observe(room);
  fit();
  return {
    screen,
    frame: requireElement<HTMLIFrameElement>('.screen iframe'),
    dress: (look, player) => {
      box.style.setProperty('--bar', look.bar);
      box.style.setProperty('--bar-text', look.text);
      box.style.setProperty('--page', look.page);
      requireElement('.platform-bar strong').textContent = look.title;
      requireElement('.platform-bar span').textContent = player;
    },
    banner: (edge) => {
      ad.hidden = edge === undefined;
      ad.textContent = 'Platform banner';
      screen.classList.toggle('ad-top', edge === 'top');
      return edge === undefined ? 0 : bannerPixels;
    },
  };
}
