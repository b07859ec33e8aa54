import { readDevice } from './read-environment.ts';

/**
 * Shown to the player on other devices: "Chrome, Android" or "Telegram, iOS". The same at every start.
 *
 * @param platform the title of the platform that frames the portal
 */
export function describeDevice(
  { userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>,
  platform: string | undefined,
): string {
  const { os } = readDevice(userAgent, maxTouchPoints);
  return `${platform ?? browserName(userAgent)}, ${os}`.slice(0, 70);
}

const browserName = (userAgent: string): string =>
  browsers.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? 'Browser';

// The order matters: others also claim to be Chrome or Safari.
const browsers: readonly (readonly [string, RegExp])[] = [
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Yandex Browser', /YaBrowser\//],
  ['Firefox', /(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|CriOS)\//],
  ['Safari', /Safari\//],
];
