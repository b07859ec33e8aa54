// Runs a browser adapter in a harness against its simulated platform, with fake timers that advance to whatever the
// code waits for.
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { inTime } from '#portal/platform/start-platform.ts';
import { listCapabilities, type BrowserAdapter, type BrowserHost, type Platform } from '../../port.browser.ts';
import type { PlatformManifest } from '../../port.ts';
import type { HostPage } from '../../simulator-port.browser.ts';
import { createHarness, type Harness, type HarnessParts } from '../../simulator-harness.browser.ts';
import type { SimulatorVendor } from '../../simulator-vendor.ts';
import { player } from './people.ts';

export { player };

export const pageOrigin = 'http://lab.localhost:8080';

export interface Played<Connected> {
  readonly harness: Harness;
  readonly platform: Connected;
}

/** For platforms of any manifest. */
export const listCapabilitiesOf = (platform: object): string[] => listCapabilities(platform as Platform);

/** For one test file. Cleans up after each test. */
export function createPlays<M extends PlatformManifest>(
  folder: string,
  manifest: M,
  adapter: BrowserAdapter<M>,
  page: HostPage,
) {
  type Connected = Awaited<ReturnType<BrowserAdapter<M>['connect']>>;
  let vendor: SimulatorVendor;
  let ends: (() => void)[] = [];
  beforeAll(async () => void (vendor = await openVendor(folder, manifest)));
  afterAll(() => vendor.close());
  beforeEach(useTestClock);
  afterEach(() => {
    for (const end of ends) end();
    ends = [];
    vi.useRealTimers();
  });
  const open = async (parts: Partial<HarnessParts> = {}): Promise<Harness> => {
    const harness = await createHarness({ player, pageOrigin, inTime, vendor, page, ...parts });
    ends.push(() => harness.close());
    return harness;
  };
  /** Connects like the portal, with its timeouts. */
  const begin = async (
    parts?: Partial<HarnessParts>,
    hostOf: (harness: Harness) => BrowserHost = ({ host }) => host,
  ): Promise<Played<Connected>> => {
    const harness = await open(parts);
    // Both have the same manifest.
    const platform = await valueOf(adapter.connect(hostOf(harness) as never), harness);
    ends.unshift(() => platform.dispose());
    return { harness, platform };
  };
  return { open, begin };
}

/** The in-memory vendor responds in real time while the fake timers stand still. */
export const useTestClock = (): void =>
  void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });

export type Ended<T> = { readonly value: T } | { readonly error: unknown };

/** Waits until the promise settles, advancing the timers. Throws if nothing pending could settle it. */
export async function endOf<T>(promise: Promise<T>, harness: Harness): Promise<Ended<T>> {
  let end: Ended<T> | undefined;
  promise.then(
    (value) => (end = { value }),
    (error: unknown) => (end = { error }),
  );
  const latest = Date.now() + 3_600_000;
  for (;;) {
    do await vi.dynamicImportSettled();
    while (harness.isAsking());
    if (end) return end;
    if (vi.getTimerCount() === 0) throw new Error('It hangs: there is nothing left that would end it.');
    if (Date.now() > latest) throw new Error('It has no end within an hour.');
    await vi.advanceTimersToNextTimerAsync();
  }
}

export async function valueOf<T>(promise: Promise<T>, harness: Harness): Promise<T> {
  const end = await endOf(promise, harness);
  if ('error' in end) throw end.error;
  return end.value;
}

const vendors = import.meta.glob<
  (folder: string, manifest: PlatformManifest, pageOrigin: string) => Promise<SimulatorVendor>
>('../../simulator-vendor.server.ts', { import: 'openVendor' });

export async function openVendor(folder: string, manifest: PlatformManifest): Promise<SimulatorVendor> {
  const load = await vendors['../../simulator-vendor.server.ts']?.();
  if (!load) throw new Error('There is no simulator-vendor.server.ts.');
  return load(folder, manifest, pageOrigin);
}
