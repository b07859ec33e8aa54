// The handshake between the portal and the game in its frame.
//
// Only the framed game may get a port, the game trusts only its parent, and both sides can be reloaded.
// 1. The game posts initialize-port to its parent repeatedly until it gets a reply. The message contains no secrets.
// 2. The portal accepts the message only from its frame's window and from exactly the game's origin.
// 3. The portal sends one port per attempt, to exactly that origin. A new attempt means that the frame has reloaded (or
//    that a page loads the SDK twice): the newest attempt gets a port, and the previous port is closed.
// 4. The game accepts a port only from its parent, for its own attempt, and from the expected origin. After that, both
//    sides use only the port.
import { BridgeError } from './bridge-error.ts';
import {
  buildHelloMessage,
  isRecord,
  buildPortMessage,
  portMessageType,
  protocolVersions,
  parseHello,
  buildHandshakeRefusalMessage,
} from './envelope.ts';
import type { ProtocolVersion } from './envelope.ts';

export interface MessageListenerTarget {
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  removeEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

export interface MessageRecipient {
  postMessage(message: unknown, targetOrigin: string, transfer?: Transferable[]): void;
}

export interface GameWindow extends MessageListenerTarget {
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  addEventListener(type: 'pagehide', listener: (event: PageTransitionEvent) => void): void;
  readonly document: { readonly readyState: string };
  readonly parent: unknown;
  readonly location: { readonly ancestorOrigins?: ArrayLike<string> };
}

export interface WelcomeGameOptions {
  readonly window: MessageListenerTarget;
  readonly frame: { readonly contentWindow: unknown };
  readonly gameOrigin: string;
  readonly onPort: (port: MessagePort, version: ProtocolVersion, loading: boolean) => void;
  readonly log: (note: string) => void;
}

/** The portal's side. Returns a function that stops listening. */
export function welcomeGame({ window, frame, gameOrigin, onPort, log }: WelcomeGameOptions): () => void {
  // An opaque origin does not identify the page in the frame.
  if (gameOrigin === '*' || gameOrigin === 'null')
    throw new TypeError(`A game's origin is an address such as https://game.example, not "${gameOrigin}"`);
  let answered: string | undefined;
  let recent: number[] = [];
  const listen = (event: MessageEvent): void => {
    if (event.source === null || event.source !== frame.contentWindow || event.origin !== gameOrigin) return;
    const hello = parseHello(event.data);
    if (!hello || (hello.attempt !== undefined && hello.attempt === answered)) return;
    const now = performance.now();
    recent = recent.filter((at) => now - at < 60_000);
    if (recent.push(now) > attemptsPerMinute) {
      log(`The game at ${gameOrigin} asked for a port more than ${attemptsPerMinute} times in a minute: not answered.`);
      return;
    }
    answered = hello.attempt;
    // Safe cast: it was just compared with the frame's window.
    const game = event.source as unknown as MessageRecipient;
    const version = hello.versions[0];
    if (version === undefined) {
      game.postMessage(buildHandshakeRefusalMessage(hello), gameOrigin);
      return;
    }
    const channel = new MessageChannel();
    // The portal's port has to listen before the game's first call arrives.
    onPort(channel.port1, version, hello.loading);
    game.postMessage(buildPortMessage(hello, version), gameOrigin, [channel.port2]);
  };
  window.addEventListener('message', listen);
  return () => window.removeEventListener('message', listen);
}

interface PortRequest {
  readonly window: GameWindow;
  readonly portalOrigins: readonly string[];
  readonly waitMs: number;
  readonly retryMs: number;
}

export interface ReceivedPort {
  readonly port: MessagePort;
  readonly portalOrigin: string;
}

/** The game's side. Undefined if there is no parent, or none that replies in time. */
export function requestPort({
  window,
  portalOrigins,
  waitMs,
  retryMs,
}: PortRequest): Promise<ReceivedPort | undefined> {
  const parent = window.parent as MessageRecipient | null;
  // The parent of a window without a frame is the window itself.
  if (!parent || (parent as unknown) === window) return Promise.resolve(undefined);
  const attempt = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
  // If the browser does not report the parent's origin, the message goes to any parent. It contains no secrets.
  const known = window.location.ancestorOrigins?.[0];
  const expected = known && known !== 'null' ? known : undefined;
  const isTrusted = (origin: string): boolean =>
    (expected === undefined || origin === expected) && (portalOrigins.length === 0 || portalOrigins.includes(origin));
  if (expected !== undefined && !isTrusted(expected)) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const listen = (event: MessageEvent): void => {
      if (event.source !== parent || !isTrusted(event.origin)) return;
      const data: unknown = event.data;
      if (!isRecord(data) || data['type'] !== portMessageType || data['attempt'] !== attempt) return;
      stop();
      const received = event.ports[0];
      if (received && data['version'] === protocolVersions[0]) resolve({ port: received, portalOrigin: event.origin });
      else
        reject(
          new BridgeError('NotSupported', `The portal speaks versions ${String(data['versions'])} of the bridge only`),
        );
    };
    const ask = (): void =>
      parent.postMessage(buildHelloMessage(attempt, window.document.readyState !== 'complete'), expected ?? '*');
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
