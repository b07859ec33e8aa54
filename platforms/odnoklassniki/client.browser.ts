// The framing page of Odnoklassniki without its script: encoded parts separated by dollar signs. A reply names its
// method but no call, so each method is called once at a time.
import { PlatformError, type BrowserHost } from '../port.browser.ts';
import { personDecisionTimeoutMs } from '../kit/waiting.browser.ts';
import { readUntrustedText } from '../kit/fields.browser.ts';
import { connectToFramingPage } from '../kit/frame.browser.ts';
import { framingOrigins } from './origins.ts';
import type { odnoklassniki } from './platform.ts';

export const platformTitle = 'Odnoklassniki';

/** `result` is `ok`, `cancel` or `error`; `data` is always a text. */
export interface OkReply {
  readonly result: string;
  readonly data: string;
}

/** The launch parameters, for display only: the server verifies them itself. */
export type OkLaunch = ReturnType<typeof readLaunch>;

export function readLaunch({ searchParams }: URL) {
  // Our page's own parameter, which the platform didn't sign.
  const signed = new URLSearchParams(searchParams);
  signed.delete('lang');
  const get = (name: string): string => searchParams.get(name) ?? '';
  return {
    query: String(signed),
    /** Empty: the URL names no player. */
    userId: get('logged_user_id'),
    applicationKey: get('application_key'),
    session: { key: get('session_key'), secret: get('session_secret_key') },
    /** The part before the connection number. Empty: no page of the platform responds, as on feature phones. */
    appId: get('apiconnection').split('_', 1)[0] ?? '',
    payload: get('custom_args'),
  };
}

export type OkClient = ReturnType<typeof openClient>;

export function openClient(host: BrowserHost<typeof odnoklassniki>) {
  const waiting = new Map<string, { readonly hear: (answer: OkReply) => void; readonly leave: () => void }>();
  let isClosed = false;
  const frame = connectToFramingPage(host.window, [...framingOrigins, host.data?.FrameOrigin], (message) => {
    const parts = readUntrustedText(message).split('$').map(decode);
    const [method = '', result = '', content = ''] = parts;
    if (parts.length === 3) waiting.get(method)?.hear({ result, data: content });
  });
  if (!frame) throw new PlatformError('Unknown', `No page of ${platformTitle} frames the game`);
  const left = (): PlatformError => new PlatformError('Unknown', 'The game was left');
  const post = (method: string, args: readonly (string | number)[] = []): void =>
    frame.post(`__FAPI__${[method, ...args].map(encodeURIComponent).join('$')}`);
  /** @param isLast whether a reply is the last one: some calls also report progress */
  const call = async (
    method: string,
    args: readonly (string | number)[] = [],
    ms = answerMs,
    isLast: (answer: OkReply) => boolean = () => true,
  ): Promise<OkReply> => {
    if (isClosed) throw left();
    if (waiting.has(method)) throw new PlatformError('Unknown', `${platformTitle} is busy with ${method}`);
    const { promise, resolve, reject } = Promise.withResolvers<OkReply>();
    const hear = (answer: OkReply): void => void (isLast(answer) && resolve(answer));
    waiting.set(method, { hear, leave: () => reject(left()) });
    try {
      post(method, args);
      return await host.withPlatformTimeout(`${platformTitle} (${method})`, promise, ms);
    } finally {
      waiting.delete(method);
    }
  };
  /** Like `call`, for dialogs: uses the timeout for a person. Throws unless the result is `ok`. */
  const ask = async (method: string, args: readonly (string | number)[] = []): Promise<string> => {
    const { result, data: word } = await call(method, args, personDecisionTimeoutMs);
    if (result === 'ok') return word;
    throw new OkError(method, result, word);
  };
  const close = (): void => {
    isClosed = true;
    frame.close();
    for (const { leave } of waiting.values()) leave();
  };
  return { post, call, ask, close };
}

export class OkError extends PlatformError {
  readonly word: string;
  constructor(method: string, result: string, word: string) {
    // Web pages send one, phones the other.
    const isCancelled = result === 'cancel' || word === 'cancel';
    super(
      isCancelled ? 'UserCancelled' : 'Unknown',
      `${platformTitle} answered ${method} with ${word.slice(0, 200) || result}`,
    );
    this.word = word;
  }
}

const answerMs = 10_000;
const attachMs = 500;
const maxTries = 20;

/** The first message, repeated until the page replies. */
export async function connectToPage({ window }: Pick<BrowserHost, 'window'>, { call, post }: OkClient): Promise<void> {
  let timer: number | undefined;
  const repeat = (triesLeft: number): void => {
    timer = window.setTimeout(() => {
      post('attach');
      if (triesLeft > 1) repeat(triesLeft - 1);
    }, attachMs);
  };
  repeat(maxTries - 1);
  try {
    await call('attach', [], maxTries * attachMs);
  } finally {
    window.clearTimeout(timer);
  }
}

/** Messages from other senders may not be encoded. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
