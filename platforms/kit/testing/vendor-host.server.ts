// A server adapter's host with scripted vendor responses. Records the requests.
import type { PlatformHost } from '../../port.server.ts';
import { testRequestContext } from '../../test-request-context.server.ts';

export interface RecordedVendorRequest {
  readonly url: string;
  readonly body: unknown;
}

export interface TestVendorHost<Settings> extends PlatformHost<Settings> {
  readonly asked: readonly RecordedVendorRequest[];
  readonly warned: readonly object[];
}

export interface VendorResponses {
  /** Responses in order; `http` sets a status other than 200. After the last one requests fail. */
  readonly answers?: readonly (object | null)[];
  readonly answer?: (asked: RecordedVendorRequest) => object;
  readonly now?: Date;
}

export function createTestVendorHost<Settings>(
  settings: Settings,
  { answers = [], answer, now = new Date() }: VendorResponses = {},
): TestVendorHost<Settings> {
  const asked: RecordedVendorRequest[] = [];
  const warned: object[] = [];
  const left = [...answers];
  return {
    asked,
    warned,
    async fetch(url, { body: sent = '' } = {}) {
      const body: unknown = sent.startsWith('{') ? JSON.parse(sent) : Object.fromEntries(new URLSearchParams(sent));
      asked.push({ url, body });
      const content = answer ? answer({ url, body }) : left.shift();
      if (content === undefined) throw new Error('Nobody answers');
      const { http: status = 200, ...rest } = Object(content) as { http?: number };
      const isPlain = content !== null && !Array.isArray(content);
      return { status, headers: {}, body: Buffer.from(JSON.stringify(isPlain ? rest : content)) };
    },
    now: () => now,
    log: { warn: (data) => void warned.push(data) },
    game: 'gem-miner',
    portalUrl: 'https://play.example',
    ...testRequestContext,
    settings,
  };
}
