// Loads a platform's script once, finds its global and initialises it with a timeout.
import { PlatformError, type BrowserHost } from '../port.browser.ts';

export interface SdkScript<Global, Sdk> {
  readonly title: string;
  readonly address: string;
  readonly global: string;
  readonly init: (global: Global) => Sdk | Promise<Sdk>;
  readonly initMs?: number;
}

export async function loadSdk<Global, Sdk>(
  { window, loadScript, withPlatformTimeout }: Pick<BrowserHost, 'window' | 'loadScript' | 'withPlatformTimeout'>,
  { title, address, global, init, initMs = 10_000 }: SdkScript<Global, Sdk>,
): Promise<Sdk> {
  const find = () => (window as unknown as Readonly<Record<string, Global | undefined>>)[global];
  // After a failed start the script may already be loaded.
  if (!find()) await loadScript(address);
  const found = find();
  if (!found) throw new PlatformError('Unknown', `The script of ${title} loaded but defines nothing`);
  return withPlatformTimeout(title, Promise.resolve(init(found)), initMs);
}
