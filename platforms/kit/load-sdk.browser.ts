// A platform's own script: loaded once, found by its global, and initialised in time.
import { PlatformError, type BrowserHost } from '../port.browser.ts';

export interface Script<Global, Sdk> {
  /** Whose it is, for whoever reads that it did not come. */
  readonly title: string;
  readonly address: string;
  readonly global: string;
  readonly init: (global: Global) => Sdk | Promise<Sdk>;
  readonly initMs?: number;
}

export async function loadSdk<Global, Sdk>(
  { window, loadScript, inTime }: Pick<BrowserHost, 'window' | 'loadScript' | 'inTime'>,
  { title, address, global, init, initMs = 10_000 }: Script<Global, Sdk>,
): Promise<Sdk> {
  // What the script brings is described by whoever names it.
  const find = () => (window as unknown as Readonly<Record<string, Global | undefined>>)[global];
  // After a failed start it may be there already.
  if (!find()) await loadScript(address);
  const found = find();
  if (!found) throw new PlatformError('Unknown', `The script of ${title} has come and brought nothing`);
  return inTime(title, Promise.resolve(init(found)), initMs);
}
