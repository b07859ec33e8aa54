// A simulated push service. It accepts a message only if it has a lifetime, a valid signature, and a body that the
// browser can decrypt.
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { jwtVerify } from 'jose';

export interface ReceivedPush {
  readonly text: string;
  readonly ttlSeconds: number;
  readonly topic: string | undefined;
  readonly contact: string;
}

export interface PushReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly why?: string;
}

export interface SimulatedPushService {
  readonly origin: string;
  /** The subscription that a browser would return for this key. */
  readonly subscribe: (applicationServerKey: string) => {
    readonly endpoint: string;
    readonly expirationTime: null;
    readonly keys: { readonly p256dh: string; readonly auth: string };
  };
  readonly receive: (
    path: string,
    headers: Readonly<Record<string, string | undefined>>,
    body: Buffer,
  ) => Promise<PushReply>;
  /** Sets the replies to the next messages of a subscription. Later messages are accepted. */
  readonly script: (endpoint: string, answers: readonly PushReply[]) => void;
  readonly end: (endpoint: string) => void;
  readonly received: (endpoint: string) => readonly ReceivedPush[];
}

export const pushPath = '/lab/push/';
const largestBody = 4096;
const daySeconds = 86_400;

export function createPushService(origin: string, now: () => Date): SimulatedPushService {
  const browsers = new Map<string, Browser>();
  const find = (endpoint: string): Browser => {
    const browser = browsers.get(new URL(endpoint).pathname);
    if (!browser) throw new Error('There is no such subscription.');
    return browser;
  };
  return {
    origin,
    subscribe: (applicationServerKey) => {
      const path = pushPath + randomUUID();
      const keys = createECDH('prime256v1');
      const browser = { keys, auth: randomBytes(16), applicationServerKey, script: [], received: [] };
      browser.keys.generateKeys();
      browsers.set(path, browser);
      return {
        endpoint: origin + path,
        expirationTime: null,
        keys: { p256dh: keys.getPublicKey('base64url'), auth: browser.auth.toString('base64url') },
      };
    },
    receive: async (path, headers, body) => {
      const browser = browsers.get(path);
      if (!browser) return { status: 410, why: 'There is no such subscription.' };
      const scripted = browser.script.shift();
      if (scripted) return scripted;
      try {
        const contact = await checkSignature(headers['authorization'], browser.applicationServerKey, origin, now());
        const ttlSeconds = readTtl(headers['ttl']);
        if (headers['content-encoding'] !== 'aes128gcm') throw new Error('Content-Encoding must be aes128gcm.');
        if (body.length > largestBody) return { status: 413, why: `A body has ${largestBody} bytes at most.` };
        const text = decryptPushMessage(browser, body);
        browser.received.push({ text, ttlSeconds, topic: headers['topic'], contact });
        return { status: 201, headers: { location: `${origin}${path}/${browser.received.length}` } };
      } catch (error) {
        const isKey = error instanceof KeyRefused;
        return { status: isKey ? 403 : 400, why: error instanceof Error ? error.message : String(error) };
      }
    },
    script: (endpoint, answers) => void find(endpoint).script.push(...answers),
    end: (endpoint) => void browsers.delete(new URL(endpoint).pathname),
    received: (endpoint) => find(endpoint).received,
  };
}

interface Browser {
  readonly keys: ReturnType<typeof createECDH>;
  readonly auth: Buffer;
  readonly applicationServerKey: string;
  readonly script: PushReply[];
  readonly received: ReceivedPush[];
}

class KeyRefused extends Error {}

function readTtl(ttl: string | undefined): number {
  if (ttl === undefined || !/^\d{1,8}$/.test(ttl)) throw new Error('TTL is missing or no number of seconds.');
  return Number(ttl);
}

/** Checks the VAPID signature (RFC 8292). */
async function checkSignature(
  header: string | undefined,
  expectedKey: string,
  origin: string,
  now: Date,
): Promise<string> {
  const { token, key } = /^vapid t=(?<token>[\w.-]+), k=(?<key>[\w-]+)$/.exec(header ?? '')?.groups ?? {};
  if (token === undefined || key === undefined) throw new KeyRefused('Authorization is no `vapid t=…, k=…`.');
  if (key !== expectedKey) throw new KeyRefused('The subscription was made with another key.');
  const point = Buffer.from(key, 'base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: point.toString('base64url', 1, 33), y: point.toString('base64url', 33) };
  const { payload } = await jwtVerify(token, createPublicKey({ key: jwk, format: 'jwk' }), {
    algorithms: ['ES256'],
    audience: origin,
    currentDate: now,
    requiredClaims: ['exp', 'sub'],
  }).catch((error: unknown) => {
    throw new KeyRefused(`The signature is refused: ${String(error)}`);
  });
  if ((payload.exp ?? 0) > now.getTime() / 1000 + daySeconds) throw new KeyRefused('exp is more than a day ahead.');
  if (!/^(mailto:|https:)/.test(payload.sub ?? '')) throw new KeyRefused('sub is no contact.');
  return payload.sub ?? '';
}

/** Decrypts a message as a browser does (RFC 8291 over RFC 8188). */
export function decryptPushMessage({ keys, auth }: Pick<Browser, 'keys' | 'auth'>, body: Buffer): string {
  const salt = body.subarray(0, 16);
  const keyLength = body[20] ?? 0;
  const senderKey = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  if (keyLength !== 65 || sealed.length < 17) throw new Error('The body is no aes128gcm record.');
  const derive = (secret: Buffer, saltOf: Buffer, info: Buffer, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, saltOf, info, length));
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), senderKey]);
  const secret = derive(keys.computeSecret(senderKey), auth, about, 32);
  const contentKey = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end < 0) throw new Error('The record has no end.');
  return padded.toString('utf8', 0, end);
}
