// Runs a production browser adapter in jsdom, in the frame of a simulated platform. Only the adapter's listeners are
// counted: platform scripts run in the same window and stay there.
import type { BrowserHost, PortalCapabilities } from './port.browser.ts';
import { openSimulatedBundle, type SimulatedBundle } from './simulator-bundle.browser.ts';
import { overlaid } from './simulator-overlay.browser.ts';
import type { SimulatedEvent, SimulatedHostPage, SimulatorPageContext } from './simulator-port.browser.ts';
import type { SimulatedVendor, SimulatedVendorResponse } from './simulator-vendor.ts';
import { defaultScenario, type SimulatedPlayer, type Scenario } from './scenario.ts';

/** Who sends the page's messages. The adapter must trust only the page itself. */
export type MessageSender = 'the page' | 'nobody' | 'another window' | 'another origin';

export interface BrowserAdapterHarnessOptions {
  readonly vendor?: SimulatedVendor;
  readonly page?: SimulatedHostPage;
  readonly player: SimulatedPlayer;
  readonly pageOrigin: string;
  readonly withPlatformTimeout: BrowserHost['withPlatformTimeout'];
  readonly scenario?: Partial<Scenario>;
  /**
   * The framing origin that the browser reports. Undefined: not reported; `none`: not framed. By default the platform's
   * page.
   */
  readonly framedBy?: string | undefined;
  readonly launchUrl?: URL;
  /** Added to the vendor's public settings. An undefined value removes one. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly host?: Partial<BrowserHost>;
  readonly globals?: object;
  readonly missingFeatures?: readonly string[];
  /** The person's choices in dialogs, in order. After that they always agree. */
  readonly answers?: readonly string[];
  readonly insets?: NonNullable<SimulatorPageContext['insets']>;
  readonly server?: Readonly<Record<string, (body: Readonly<Record<string, unknown>>) => unknown>>;
  /** Changes the window of the adapter's bundle after the platform's script has run. */
  readonly alterBundle?: (window: Window) => void;
}

export interface BrowserAdapterHarness {
  readonly host: BrowserHost;
  readonly posted: readonly { readonly message: unknown; readonly origin: string }[];
  readonly events: readonly unknown[];
  readonly dialogTitles: readonly string[];
  readonly notifications: readonly string[];
  readonly warnings: readonly string[];
  readonly openedPages: readonly string[];
  /** Events that the developer can send from the platform's page. */
  readonly pageEvents: readonly SimulatedEvent[];
  banner: 'top' | 'bottom' | undefined;
  sender: MessageSender;
  deliver(message: unknown): void;
  rotateDevice(): void;
  /** The number of the adapter's listeners on the window, its document and its media queries. */
  listenerCount(): number;
  /** Globals that were neither there before nor added by a platform's script. */
  globals(): string[];
  hasPendingRequests(): boolean;
  close(): void;
}

export async function createBrowserAdapterHarness(parts: BrowserAdapterHarnessOptions): Promise<BrowserAdapterHarness> {
  const { vendor, page, player, pageOrigin, withPlatformTimeout, server = {} } = parts;
  const framedBy = 'framedBy' in parts ? parts.framedBy : pageOrigin;
  const scenario = { ...defaultScenario, ...parts.scenario };
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const window = windowOf(frame);
  const listeners = new Set<(message: unknown) => void>();
  const posted: { message: unknown; origin: string }[] = [];
  const news: unknown[] = [];
  const [asked, notified, warned, opened]: [string[], string[], string[], string[]] = [[], [], [], []];
  const answers = [...(parts.answers ?? [])];
  const pageEvents: SimulatedEvent[] = [];
  let asking = 0;
  let bundle: SimulatedBundle | undefined;
  const parent = {
    postMessage: (message: unknown, origin: string) => {
      posted.push({ message, origin });
      // The platform's own script may post to any origin. Another test checks that adapters don't.
      if (origin !== pageOrigin && origin !== '*') return;
      const copy: unknown = structuredClone(message);
      queueMicrotask(() => {
        if (harness.sender === 'nobody') return;
        if (bundle) bundle.receiveFromPlayer(copy);
        else listeners.forEach((hear) => hear(copy));
      });
    },
  };
  const postToPlayer = (message: unknown): void => {
    const from: Record<Exclude<MessageSender, 'nobody'>, object> = {
      'the page': { source: parent, origin: pageOrigin },
      'another window': { source: window, origin: pageOrigin },
      'another origin': { source: parent, origin: 'https://evil.example' },
    };
    const data: unknown = structuredClone(message);
    queueMicrotask(() => {
      if (harness.sender === 'nobody') return;
      window.dispatchEvent(Object.assign(new window.Event('message'), { data, ...from[harness.sender] }));
    });
  };
  // jsdom supports neither framing nor orientation.
  Object.defineProperty(window, 'parent', { value: framedBy === 'none' ? window : parent });
  Object.assign(window, parts.globals);
  const brought = new Set(Object.getOwnPropertyNames(window));
  const inVendor = async <T>(act: (found: SimulatedVendor) => Promise<T>): Promise<T> => {
    if (!vendor) throw new Error('The harness has no simulated platform.');
    asking += 1;
    try {
      return await act(vendor);
    } finally {
      asking -= 1;
    }
  };
  const ask = (path: string, call: Parameters<SimulatedVendor['request']>[1]): Promise<SimulatedVendorResponse> =>
    inVendor((found) => found.request(path, call));
  const fetchScript = (address: string, page: URL): Promise<SimulatedVendorResponse> =>
    ask(address.slice(vendor?.at.length), { referer: page.href });
  const fetch = async (address: string): Promise<Response> => {
    const path = address.slice(vendor?.at.length);
    const answer = server[path.split('?', 1)[0] ?? ''];
    if (answer) return Response.json(answer(Object.fromEntries(new URL(address).searchParams)));
    const { status, text } = await ask(path, {});
    return new Response(text, { status });
  };
  const watched = watch(window, framedBy === 'none' ? undefined : framedBy, { fetch }, parts.missingFeatures);
  const stage: SimulatorPageContext = {
    scenario,
    player,
    at: vendor?.at ?? '',
    ...(parts.insets && { insets: parts.insets }),
    post: (message) => (bundle ? bundle.receiveFromPage(structuredClone(message)) : postToPlayer(message)),
    listen: (hear) => {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
    ask: async ({ title, answers: [first] }) => {
      asked.push(title);
      return answers.shift() ?? first?.name ?? '';
    },
    notify: (text) => void notified.push(text),
    offerEvents: (offered) => void pageEvents.push(...offered),
    banner: (edge) => {
      harness.banner = edge;
      return edge ? 60 : 0;
    },
    fetch: async (path, body = {}) => {
      const answer = server[path];
      if (answer) return structuredClone(answer({ ...body }));
      const { status, text } = await ask(path, { body });
      if (status >= 400) throw new Error(`The simulated platform answered ${status} to ${path}: ${text}`);
      return JSON.parse(text) as unknown;
    },
    log: () => undefined,
  };
  const launch = await vendor?.launch(player, scenario);
  const launchUrl = parts.launchUrl ?? launch?.address ?? new URL('https://play.example/play/gem-miner');
  const host: BrowserHost = {
    game: 'gem-miner',
    title: 'Gem Miner',
    data: { ...vendor?.data, ...parts.data } as never,
    window: watched.window,
    launchUrl,
    orientation: 'landscape',
    calls: new Proxy({}, { get: (_, name) => (input: object) => inVendor((found) => found.call(String(name), input)) }),
    portal: createPortalCapabilities,
    isSignedIn: () => true,
    events: {
      focus: (isFocused) => void news.push({ isFocused }),
      playerChanged: () => void news.push('player'),
      playerRefreshed: () => void news.push('refreshed player'),
      sdkEvent: (type, data) => void news.push({ type, data }),
      insetsChanged: () => void news.push('insets'),
      adAvailable: (kind, isAvailable) => void news.push({ kind, isAvailable }),
    },
    loadScript: async (address) => {
      const { status, text } = await fetchScript(address, launchUrl);
      if (status !== 200) throw new Error(`${address} could not be loaded: it is blocked, or there is no way to it.`);
      const before = new Set(Object.getOwnPropertyNames(window));
      const script = window.document.createElement('script');
      script.textContent = text;
      window.document.head.append(script);
      for (const name of Object.getOwnPropertyNames(window)) if (!before.has(name)) brought.add(name);
    },
    withPlatformTimeout,
    now: () => new Date(),
    language: () => 'en',
    showInfo: async () => undefined,
    replaceLaunch: () => undefined,
    leave: (address) => opened.push(address) > 0,
    openTab: (address) => opened.push(address) > 0,
    reload: () => undefined,
    log: { warn: (text) => void warned.push(text) },
    ...parts.host,
  };
  const harness: BrowserAdapterHarness = {
    host,
    posted,
    events: news,
    dialogTitles: asked,
    notifications: notified,
    warnings: warned,
    openedPages: opened,
    pageEvents,
    banner: undefined,
    sender: 'the page',
    deliver: (message) => stage.post(message),
    rotateDevice: watched.turn,
    listenerCount: watched.listening,
    globals: () =>
      Object.getOwnPropertyNames(window).filter(
        (name) => !brought.has(name) && Reflect.get(window, name) !== undefined,
      ),
    hasPendingRequests: () => asking > 0,
    close: () => {
      stop?.();
      bundle?.close();
      frame.remove();
    },
  };
  const stop = page?.start(stage);
  if (launch?.bundle)
    bundle = await openSimulatedBundle(launch.bundle, {
      fetchScript,
      postToPage: (message) => listeners.forEach((hear) => hear(message)),
      postToPlayer,
      alter: parts.alterBundle,
    });
  return harness;
}

type Page = Window & typeof globalThis;

function windowOf({ contentWindow }: HTMLIFrameElement): Page {
  if (!contentWindow) throw new Error('The frame has no window. Run this in jsdom.');
  return contentWindow as Page;
}

/** Wraps the window for the adapter: counts listeners, uses the test's timers and adds what jsdom lacks. */
function watch(
  window: Page,
  framedBy: string | undefined,
  more: object,
  lacks: readonly string[] = [],
): { window: Window; listening: () => number; turn: () => void } {
  const kept: [target: object, type: string, listener: unknown][] = [];
  const counted = (target: EventTarget): Pick<EventTarget, 'addEventListener' | 'removeEventListener'> => ({
    addEventListener: (type, listener, options) => {
      kept.push([target, type, listener]);
      target.addEventListener(type, listener, options);
    },
    removeEventListener: (type, listener, options) => {
      const at = kept.findIndex((each) => each[0] === target && each[1] === type && each[2] === listener);
      if (at >= 0) kept.splice(at, 1);
      target.removeEventListener(type, listener, options);
    },
  });
  const media = Object.assign(new EventTarget(), { matches: false });
  const own: Readonly<Record<PropertyKey, unknown>> = {
    ...counted(window),
    document: overlaid(window.document, { referrer: '', ...counted(window.document) }),
    location: overlaid(window.location, { ancestorOrigins: framedBy === undefined ? undefined : [framedBy] }),
    matchMedia: () => overlaid(media, { ...counted(media) }),
    setTimeout: (run: () => void, ms?: number) => globalThis.setTimeout(run, ms),
    clearTimeout: (timer: number | undefined) => globalThis.clearTimeout(timer),
    ...more,
    ...Object.fromEntries(lacks.map((name) => [name, undefined])),
  };
  const turn = (): void => {
    media.matches = true;
    media.dispatchEvent(new Event('change'));
  };
  return { window: overlaid<Window>(window, own), listening: () => kept.length, turn };
}

/** The portal's own capabilities; each succeeds at once. */
const createPortalCapabilities: PortalCapabilities = {
  signIn: { open: async () => undefined },
  friends: { list: async () => [] },
  invites: { invite: async () => ({ outcome: 'invited', invited: 1 }) },
  share: { share: async () => ({ outcome: 'shared' }) },
  favorites: { add: async () => true },
  community: { join: async () => true },
  reviews: { canAsk: async () => true, ask: async () => true, info: async () => ({ available: true }) },
  video: { ready: async () => true, show: async () => ({ outcome: 'finished' }) },
};
