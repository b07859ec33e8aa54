// Runs a browser adapter against its simulated platform, with fake timers that advance to whatever the code waits for.
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { withPlatformTimeout } from '#portal/platform/start-platform.ts';
import {
  listCapabilities,
  type BrowserAdapter,
  type BrowserHost,
  type PlatformConnection,
} from '../../port.browser.ts';
import type { PlatformManifest } from '../../port.ts';
import type { SimulatedHostPage } from '../../simulator-port.browser.ts';
import {
  createBrowserAdapterHarness,
  type BrowserAdapterHarness,
  type BrowserAdapterHarnessOptions,
} from '../../simulator-harness.browser.ts';
import type { SimulatedVendor } from '../../simulator-vendor.ts';
import { samplePlayer } from './people.ts';

export { samplePlayer };

export const pageOrigin = 'http://lab.localhost:8080';

export interface ConnectedAdapter<Connected> {
  readonly harness: BrowserAdapterHarness;
  readonly platform: Connected;
}

export const listCapabilitiesOf = (platform: object): string[] => listCapabilities(platform as PlatformConnection);

export function createAdapterHarness<M extends PlatformManifest>(
  folder: string,
  manifest: M,
  adapter: BrowserAdapter<M>,
  page: SimulatedHostPage,
) {
  type Connected = Awaited<ReturnType<BrowserAdapter<M>['connect']>>;
  let vendor: SimulatedVendor;
  let ends: (() => void)[] = [];
  beforeAll(async () => void (vendor = await openVendorInNode(folder, manifest)));
  afterAll(() => vendor.close());
  beforeEach(useFakeTimers);
  afterEach(() => {
    for (const end of ends) end();
    ends = [];
    vi.useRealTimers();
  });
  const open = async (parts: Partial<BrowserAdapterHarnessOptions> = {}): Promise<BrowserAdapterHarness> => {
    const harness = await createBrowserAdapterHarness({
      player: samplePlayer,
      pageOrigin,
      withPlatformTimeout,
      vendor,
      page,
      ...parts,
    });
    ends.push(() => harness.close());
    return harness;
  };
  const begin = async (
    parts?: Partial<BrowserAdapterHarnessOptions>,
    hostOf: (harness: BrowserAdapterHarness) => BrowserHost = ({ host }) => host,
  ): Promise<ConnectedAdapter<Connected>> => {
    const harness = await open(parts);
    const platform = await waitForValue(adapter.connect(hostOf(harness) as never), harness);
    ends.unshift(() => platform.dispose());
    return { harness, platform };
  };
  return { open, begin };
}

/** The in-memory vendor responds in real time, so only these are faked. */
export const useFakeTimers = (): void =>
  void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });

export type PromiseResult<T> = { readonly value: T } | { readonly error: unknown };

/** Waits until the promise settles, advancing the timers. Throws if nothing pending could settle it. */
export async function waitForResult<T>(promise: Promise<T>, harness: BrowserAdapterHarness): Promise<PromiseResult<T>> {
  let end: PromiseResult<T> | undefined;
  promise.then(
    (value) => (end = { value }),
    (error: unknown) => (end = { error }),
  );
  const latest = Date.now() + 3_600_000;
  for (;;) {
    do await vi.dynamicImportSettled();
    while (harness.hasPendingRequests());
    if (end) return end;
    if (vi.getTimerCount() === 0) throw new Error('The promise hangs: no timer or request is pending.');
    if (Date.now() > latest) throw new Error('The promise did not settle within an hour.');
    await vi.advanceTimersToNextTimerAsync();
  }
}

export async function waitForValue<T>(promise: Promise<T>, harness: BrowserAdapterHarness): Promise<T> {
  const end = await waitForResult(promise, harness);
  if ('error' in end) throw end.error;
  return end.value;
}

const vendors = import.meta.glob<
  (folder: string, manifest: PlatformManifest, pageOrigin: string) => Promise<SimulatedVendor>
>('../../simulator-vendor.server.ts', { import: 'openSimulatedVendor' });

export async function openVendorInNode(folder: string, manifest: PlatformManifest): Promise<SimulatedVendor> {
  const load = await vendors['../../simulator-vendor.server.ts']?.();
  if (!load) throw new Error('simulator-vendor.server.ts is missing.');
  return load(folder, manifest, pageOrigin);
}
