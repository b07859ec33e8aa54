// How the two sides find each other.
//
// Requirements: nobody but the framed game gets a port, nobody but the parent is believed by the game, and a reload of either
// side is survived.
// 1. The game posts initialize-port to its parent, again and again until it is answered; the message holds nothing secret.
// 2. The portal looks at it only when it comes from the window of its frame and from exactly the game's origin.
// 3. It answers once per attempt with a port, to exactly that origin. A new attempt means that the frame has loaded anew (or that
//    a page loads the SDK twice): the newest gets the port, the one before is closed.
// 4. The game takes a port only from its parent, for its own attempt, and from the origin it expects. From then on both use the
//    port alone.
import { BridgeError } from './bridge-error.ts';
import {
  helloMessage,
  isRecord,
  portMessage,
  portType,
  protocolVersions,
  readHello,
  refusalMessage,
} from './envelope.ts';
import type { ProtocolVersion } from './envelope.ts';

/** As much of a window as is needed to hear messages. */
export interface Listening {
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  removeEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

/** As much of a window as is needed to send it one. */
export interface Addressee {
  postMessage(message: unknown, targetOrigin: string, transfer?: Transferable[]): void;
}

export interface GameWindow extends Listening {
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  addEventListener(type: 'pagehide', listener: (event: PageTransitionEvent) => void): void;
  readonly document: { readonly readyState: string };
  readonly parent: unknown;
  readonly location: { readonly ancestorOrigins?: ArrayLike<string> };
}

export interface Welcome {
  readonly window: Listening;
  readonly frame: { readonly contentWindow: unknown };
  /** The exact origin that the game is served from. */
  readonly gameOrigin: string;
  readonly onPort: (port: MessagePort, version: ProtocolVersion, loading: boolean) => void;
  readonly log: (note: string) => void;
}

/** The portal's side. Returns how to stop listening. */
export function welcomeGame({ window, frame, gameOrigin, onPort, log }: Welcome): () => void {
  // A frame whose origin is opaque could be anybody's.
  if (gameOrigin === '*' || gameOrigin === 'null')
    throw new TypeError(`A game's origin is an address such as https://game.example, not "${gameOrigin}"`);
  let answered: string | undefined;
  let recent: number[] = [];
  const listen = (event: MessageEvent): void => {
    if (event.source === null || event.source !== frame.contentWindow || event.origin !== gameOrigin) return;
    const hello = readHello(event.data);
    if (!hello || (hello.attempt !== undefined && hello.attempt === answered)) return;
    const now = performance.now();
    recent = recent.filter((at) => now - at < 60_000);
    if (recent.push(now) > attemptsPerMinute) {
      log(`The game at ${gameOrigin} asked for a port more than ${attemptsPerMinute} times in a minute: not answered.`);
      return;
    }
    answered = hello.attempt;
    // Just compared with the frame's own window.
    const game = event.source as unknown as Addressee;
    const version = hello.versions[0];
    if (version === undefined) {
      game.postMessage(refusalMessage(hello), gameOrigin);
      return;
    }
    const channel = new MessageChannel();
    // Ours first: it must listen when the game's first call comes.
    onPort(channel.port1, version, hello.loading);
    game.postMessage(portMessage(hello, version), gameOrigin, [channel.port2]);
  };
  window.addEventListener('message', listen);
  return () => window.removeEventListener('message', listen);
}

export interface PortRequest {
  readonly window: GameWindow;
  /** Portals that may host this game; any parent when empty. */
  readonly portalOrigins: readonly string[];
  readonly waitMs: number;
  readonly retryMs: number;
}

export interface ReceivedPort {
  readonly port: MessagePort;
  readonly portalOrigin: string;
}

/** The game's side. Undefined when there is no portal: no parent, or none that answers in time. */
export function requestPort({
  window,
  portalOrigins,
  waitMs,
  retryMs,
}: PortRequest): Promise<ReceivedPort | undefined> {
  const parent = window.parent as Addressee | null;
  // A window that is not framed is its own parent.
  if (!parent || (parent as unknown) === window) return Promise.resolve(undefined);
  const attempt = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
  // Where the browser does not name the parent, anybody who frames the game is asked; what is asked holds nothing secret.
  const known = window.location.ancestorOrigins?.[0];
  const expected = known && known !== 'null' ? known : undefined;
  const isTrusted = (origin: string): boolean =>
    (expected === undefined || origin === expected) && (portalOrigins.length === 0 || portalOrigins.includes(origin));
  if (expected !== undefined && !isTrusted(expected)) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const listen = (event: MessageEvent): void => {
      if (event.source !== parent || !isTrusted(event.origin)) return;
      const data: unknown = event.data;
      if (!isRecord(data) || data['type'] !== portType || data['attempt'] !== attempt) return;
      stop();
      const received = event.ports[0];
      if (received && data['version'] === protocolVersions[0]) resolve({ port: received, portalOrigin: event.origin });
      else
        reject(
          new BridgeError('NotSupported', `The portal speaks versions ${String(data['versions'])} of the bridge only`),
        );
    };
    const ask = (): void =>
      parent.postMessage(helloMessage(attempt, window.document.readyState !== 'complete'), expected ?? '*');
    const again = setInterval(ask, retryMs);
    const giveUp = setTimeout(() => {
      stop();
      resolve(undefined);
    }, waitMs);
    const stop = (): void => {
      clearInterval(again);
      clearTimeout(giveUp);
      window.removeEventListener('message', listen);
    };
    window.addEventListener('message', listen);
    ask();
  });
}

const attemptsPerMinute = 30;
