// A test platform that replaces a registered one, so that the contract knows its fields. The test decides what its
// adapter returns. Its webhooks are JSON with a secret in a header.
import { Type } from 'typebox';
import type {
  ParsedWebhook,
  WebhookResult,
  CreatePaymentRequest,
  PaymentOperations,
  RefundRequest,
} from '#model/payment-operations.server.ts';
import { object, text } from '#model/schema.ts';
import type { PlatformManifest } from '#platforms/port.ts';
import type { AnyServerAdapter, PlatformHost, VerifyLoginResult } from '#platforms/port.server.ts';
import * as registry from '#platforms/registry.ts';
import type { LoadedPlatform } from '#server/features/game-sign-in/load-platforms.ts';
import type { FixedAdapterSettings } from '#server/features/settings/adapter-settings.ts';

export interface TestPlatform {
  readonly loaded: LoadedPlatform;
  readonly settings: NonNullable<FixedAdapterSettings['platforms']>;
  readonly opened: Map<string, CreatePaymentRequest>;
  readonly refunds: RefundRequest[];
  webhook(reading: ParsedWebhook, secret?: string): { payload: string; headers: Record<string, string> };
}

export interface TestPlatformOptions {
  /** The adapter's verification of a login; by default the only text field is the person's id. */
  readonly verify?: (login: object, host: PlatformHost) => VerifyLoginResult | Promise<VerifyLoginResult>;
  readonly calls?: AnyServerAdapter['calls'];
  /** Set: it also sends webhooks by GET and expects these responses. */
  readonly answer?: PaymentOperations<never, never>['buildWebhookReply'];
  readonly paymentHandler?: PaymentOperations<unknown, never>['paymentHandler'];
}

export function createTestPlatform(folder: keyof typeof registry, options: TestPlatformOptions = {}): TestPlatform {
  const own = new Map<string, PlatformManifest>(Object.entries(registry)).get(folder);
  if (!own) throw new Error(`There is no platform ${folder}.`);
  const manifest: PlatformManifest = {
    ...own,
    settings: object({ Secret: text(100), AppId: Type.Optional(text(20)) }),
    publicData: object({ AppId: Type.Optional(text(20)) }),
  };
  const opened = new Map<string, CreatePaymentRequest>();
  const refunds: RefundRequest[] = [];
  const heard = new Map<string, ParsedWebhook>();
  const adapter: AnyServerAdapter = {
    verify: async (login: object, host) =>
      options.verify?.(login, host) ?? proved(manifest, String(Object.values(login)[0])),
    payments: verbsOf(manifest, { opened, refunds, heard }, options),
    calls: options.calls ?? {},
  };
  return {
    loaded: { folder, manifest, adapter },
    settings: { [folder]: { Secret: platformSecret, AppId: '4711' } },
    opened,
    refunds,
    webhook: (what, secret = platformSecret) => {
      const key = `heard ${heard.size}`;
      heard.set(key, what);
      return { payload: key, headers: { 'x-secret': secret, 'content-type': 'application/json' } };
    },
  };
}

const platformSecret = 'the secret of the platform';

const proved = ({ identityTypes: [type = ''] }: PlatformManifest, externalId: string): VerifyLoginResult => ({
  outcome: 'proved',
  guest: false,
  proof: { identity: { type, externalId }, name: `Player ${externalId}` },
});

interface Records {
  readonly opened: Map<string, CreatePaymentRequest>;
  readonly refunds: RefundRequest[];
  readonly heard: ReadonlyMap<string, ParsedWebhook>;
}

function verbsOf(
  { paymentReply }: PlatformManifest,
  { opened, refunds, heard }: Records,
  options: TestPlatformOptions,
): PaymentOperations<{ readonly Secret: string }, object | undefined> {
  const fields = Object.keys(paymentReply?.block.properties ?? {});
  return {
    ...(options.paymentHandler && { paymentHandler: options.paymentHandler }),
    needsEmail: () => false,
    create: async (payment) => {
      opened.set(payment.attemptId, payment);
      const reply = Object.fromEntries(fields.map((name) => [name, `https://pay.example/${payment.attemptId}`]));
      return { outcome: 'created', reply: paymentReply && reply };
    },
    read: async () => ({ events: [], isOver: false }),
    refund: async (refund) => {
      refunds.push(refund);
      return { outcome: 'pending' };
    },
    ...(options.answer && { sendsWebhooksByGet: true }),
    parseWebhook: async ({ method, query, body, headers }, { settings }) => {
      const what = heard.get(method === 'GET' ? (query?.get('webhook') ?? '') : body.toString('utf8'));
      if (headers['x-secret'] !== settings.Secret || !what) return { outcome: 'refused', reason: 'another secret' };
      return what;
    },
    buildWebhookReply: options.answer ?? ((end) => ({ status: statuses[end], body: { end } })),
  };
}

const statuses: Readonly<Record<WebhookResult, number>> = {
  done: 200,
  retry: 503,
  refused: 403,
  mismatch: 422,
  'unknown-order': 404,
  'known-player': 200,
  'unknown-player': 404,
};
