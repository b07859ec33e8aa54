import { readSystem } from '../kit/player.browser.ts';
import type { BridgeHost } from './host.browser.ts';
import type { BridgeDevice } from './vendor-types.ts';

const systems: Readonly<Record<string, string>> = {
  Windows: 'windows',
  Android: 'android',
  iOS: 'ios',
  'Mac OS': 'macos',
  Linux: 'linux',
};

export function createDevice({ sdk, events }: BridgeHost): {
  readonly device: BridgeDevice;
  readonly follow: () => void;
} {
  const info = () => sdk()?.player.info;
  const findOrientation = (): string => (innerHeight > innerWidth ? 'portrait' : 'landscape');
  const { on, off, once } = events;
  const device: BridgeDevice = {
    on,
    off,
    once,
    get type() {
      return readSystem(info()).device;
    },
    get os() {
      return systems[readSystem(info()).os.name] ?? 'other';
    },
    get orientation() {
      return findOrientation();
    },
    get safeArea() {
      return info()?.environment.safeArea ?? { top: 0, bottom: 0, left: 0, right: 0 };
    },
  };
  return {
    device,
    follow: () => {
      let last = findOrientation();
      addEventListener('resize', () => {
        events.emit('screen_size_changed', { width: innerWidth, height: innerHeight });
        const orientation = findOrientation();
        if (orientation !== last) events.emit('orientation_state_changed', orientation);
        last = orientation;
      });
    },
  };
}
