// A host with prepared responses for tests of server adapters. It records requests and sends nothing.
import type { PaymentHost } from '#model/payment-operations.server.ts';
import type { AttemptReference, CreatePaymentRequest } from './port.server.ts';

/** A status and a body, or the body of a 200. The field `http` in a body sets another status. */
export type PreparedResponse = readonly [status: number, body?: unknown] | object;

export interface RecordedRequest {
  readonly url: string;
  readonly method: string;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

interface TestHosts<Settings> {
  /** Returns the prepared responses one after the other. */
  readonly hostWith: (answers: readonly PreparedResponse[], changes?: Partial<Settings>) => PaymentHost<Settings>;
  readonly asked: readonly RecordedRequest[];
  readonly warnings: readonly string[];
}

export const testHostTime = new Date('2026-01-01T00:00:00Z');

export function createTestHostFactory<Settings>(settings: Settings): TestHosts<Settings> {
  const asked: RecordedRequest[] = [];
  const warnings: string[] = [];
  const hostWith = (answers: readonly PreparedResponse[], changes: Partial<Settings> = {}) => {
    asked.length = 0;
    warnings.length = 0;
    return createTestHost({ ...settings, ...changes }, [...answers], asked, warnings);
  };
  return { hostWith, asked, warnings };
}

function createTestHost<Settings>(
  settings: Settings,
  left: PreparedResponse[],
  asked: RecordedRequest[],
  warnings: string[],
): PaymentHost<Settings> {
  return {
    settings,
    now: () => testHostTime,
    log: { warn: (_, text) => void warnings.push(text) },
    async fetch(url, { method = 'GET', headers = {}, body } = {}) {
      const isForm = /x-www-form-urlencoded/.test(JSON.stringify(headers));
      const read = isForm ? (text: string) => Object.fromEntries(new URLSearchParams(text)) : JSON.parse;
      asked.push({ url, method, headers, body: body === undefined ? undefined : (read(body) as unknown) });
      const answer = left.shift();
      if (!answer) throw new Error(`There is no prepared response for ${url}`);
      const [status, content] = Array.isArray(answer) ? (answer as [number, unknown]) : splitStatus(answer);
      return { status, headers: {}, body: Buffer.from(content === undefined ? '' : JSON.stringify(content)) };
    },
  };
}

function splitStatus(answer: object): [status: number, body: unknown] {
  const { http = 200, ...body }: { http?: number } = answer;
  return [http, body];
}

export const sampleAttemptId = '0b1f6c1e-7f0a-4b59-9d0a-7c6a1f1d2e3f';
export const sampleOrderId = '6f5c1a57-2f50-4d59-8a53-0e9a4a4f0c11';

export const samplePaymentRequest: CreatePaymentRequest = {
  attemptId: sampleAttemptId,
  orderId: sampleOrderId,
  game: 'gem-miner',
  amountMinor: 499,
  currency: 'USD',
  product: { sku: 'gems_100', name: 'A hundred gems', description: ' ' },
  quantity: 2,
  buyer: { accountId: 'acc_42', name: ' Grace ', email: 'grace@example.com', phone: '79000000000', country: 'DE' },
  callerAddress: '203.0.113.7',
  locale: 'pt-br',
  returnUrl: 'https://portal.example/Store/Return/1',
  wantsRedirect: false,
  createdAt: testHostTime,
  expiresAt: new Date(testHostTime.getTime() + 3 * 3600_000),
};

export const sampleAttemptReference: AttemptReference = {
  attemptId: sampleAttemptId,
  orderId: sampleOrderId,
  amountMinor: 499,
  currency: 'USD',
  createdAt: testHostTime,
};
