// The devices that the lab simulates. Sizes are in CSS pixels, for a phone in portrait or a desktop window.

export interface ScreenInsets {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

export interface SimulatedDevice {
  readonly title: string;
  readonly kind: 'phone' | 'desktop';
  readonly width: number;
  readonly height: number;
  readonly insets: ScreenInsets;
}

export const orientations = ['portrait', 'landscape'] as const;
export type Orientation = (typeof orientations)[number];

const nothing: ScreenInsets = { top: 0, right: 0, bottom: 0, left: 0 };

export const simulatedDevices = {
  desktop: { title: 'Desktop, 1280 × 720', kind: 'desktop', width: 1280, height: 720, insets: nothing },
  wide: { title: 'Large desktop, 1920 × 1080', kind: 'desktop', width: 1920, height: 1080, insets: nothing },
  phone: {
    title: 'Phone with a notch, 390 × 844',
    kind: 'phone',
    width: 390,
    height: 844,
    insets: { top: 47, right: 0, bottom: 34, left: 0 },
  },
  'small-phone': { title: 'Small phone, 320 × 568', kind: 'phone', width: 320, height: 568, insets: nothing },
  tablet: { title: 'Tablet, 820 × 1180', kind: 'phone', width: 820, height: 1180, insets: { ...nothing, bottom: 20 } },
} as const satisfies Readonly<Record<string, SimulatedDevice>>;

export type DeviceName = keyof typeof simulatedDevices;

export const deviceNames = Object.keys(simulatedDevices) as DeviceName[];

export const defaultOrientation = (device: DeviceName): Orientation =>
  simulatedDevices[device].kind === 'phone' ? 'portrait' : 'landscape';

export function rotateDevice(device: DeviceName, orientation: Orientation): SimulatedDevice {
  const { insets, ...upright }: SimulatedDevice = simulatedDevices[device];
  if (orientation === defaultOrientation(device)) return { ...upright, insets };
  const { top, bottom } = insets;
  return {
    ...upright,
    width: upright.height,
    height: upright.width,
    insets: { top: 0, right: top, bottom: Math.min(bottom, 21), left: top },
  };
}
