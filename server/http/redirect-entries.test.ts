// Every call that accepts an address for a later redirect, with every hostile address: it is refused, or what is stored
// is a page of the portal.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import { url } from '#model/schema.ts';
import { hostileAddresses, unusualSafeAddresses } from '#model/testing/hostile-addresses.ts';
import { buildAccount } from '#server/testing/build-accounts.ts';
import { createMoneyTestApp, soldGame, soldSku, type MoneyTestApp } from '#server/testing/create-money-test-app.ts';
import { passingCaptchaToken } from '#server/testing/create-test-app.ts';
import { createTestProvider } from '#server/testing/test-provider.ts';

const origin = 'http://localhost:8080';
const { pattern: addressPattern } = url as unknown as { pattern: string };
let server: MoneyTestApp;
/** A player without purchases. */
let token: string;

beforeAll(async () => {
  server = await createMoneyTestApp([createTestProvider(0)]);
});
afterAll(() => server[Symbol.asyncDispose]());

interface Entry {
  readonly path: string;
  readonly body: (address: string) => object;
  readonly kept: (reply: Readonly<Record<string, string>>) => Promise<string | null>;
}

const order = { Game: soldGame, Sku: soldSku };
const keptByOrder = (column: 'success_url' | 'failure_url', orderId: string | undefined) =>
  server.database.kysely
    .selectFrom('orders')
    .select(column)
    .where('order_id', '=', orderId ?? '')
    .executeTakeFirstOrThrow();
let people = 0;

const entries: Readonly<Record<string, Entry>> = {
  'auth.createTempToken RedirectUri': {
    path: '/auth/create_temp_token',
    body: (RedirectUri) => ({ RedirectUri }),
    kept: async ({ TempToken = '' }) => {
      const { TempTokenData } = await server.client().auth.authenticateFromTempToken({ TempToken });
      return TempTokenData?.RedirectUri ?? null;
    },
  },
  'handoffs.begin RedirectUri': {
    path: '/handoffs/begin',
    body: (RedirectUri) => ({ RedirectUri }),
    kept: async ({ HandoffId = '' }) => {
      const { redirect_uri } = await server.database.kysely
        .selectFrom('handoffs')
        .select('redirect_uri')
        .where('handoff_id', '=', HandoffId)
        .executeTakeFirstOrThrow();
      return redirect_uri;
    },
  },
  'invite.emailInvite RedirectUri': {
    path: '/invite/email_invite',
    body: (RedirectUri) => ({
      RedirectUri,
      Email: `person-${(people += 1)}@mail.example`,
      CaptchaResult: passingCaptchaToken,
    }),
    kept: async ({ Token: Handle = '' }) => {
      const data = server.mails.at(-1)?.data as { link: string } | undefined;
      const InviteToken = new URL(data?.link ?? origin).searchParams.get('inviteToken') ?? '';
      return (await server.client().auth.authenticateFromEmailInvite({ InviteToken, Handle })).RedirectUri ?? null;
    },
  },
  'store.createOrder SuccessRedirectUrl': {
    path: '/store/create_order',
    body: (SuccessRedirectUrl) => ({ ...order, SuccessRedirectUrl }),
    kept: async ({ PublicOrderId }) => (await keptByOrder('success_url', PublicOrderId)).success_url,
  },
  'store.createOrder FailureRedirectUrl': {
    path: '/store/create_order',
    body: (FailureRedirectUrl) => ({ ...order, FailureRedirectUrl }),
    kept: async ({ PublicOrderId }) => (await keptByOrder('failure_url', PublicOrderId)).failure_url,
  },
  'store.createPayment SuccessRedirectUrl': {
    path: '/store/create_payment',
    body: (SuccessRedirectUrl) => ({ ...order, WebPublishingPlatform: 'FxId', SuccessRedirectUrl }),
    kept: async ({ TransactionId }) => (await keptByOrder('success_url', TransactionId)).success_url,
  },
  'store.createPayment FailureRedirectUrl': {
    path: '/store/create_payment',
    body: (FailureRedirectUrl) => ({ ...order, WebPublishingPlatform: 'FxId', FailureRedirectUrl }),
    kept: async ({ TransactionId }) => (await keptByOrder('failure_url', TransactionId)).failure_url,
  },
};

/**
 * They accept an address but redirect nowhere (operators' content is shown as links and pictures), or anywhere on the web after asking (see outbound-links/routes.test.ts).
 * Twitch's must equal an address of the settings.
 */
const noDestination = [
  'play.chooseGame OriginUrl',
  'go.follow url',
  'go.followByPost url',
  'twitch.connect RedirectUri',
  'operatorDocuments.saveDraft Url',
  'operatorNews.saveDraft IconUrl',
  'operatorNews.saveDraft ImageUrl',
  'operatorNews.saveDraft Link',
  'operatorProducts.save IconUrl',
  'operatorProducts.save ImageUrl',
];

test('every address parameter of the contract is tested here', () => {
  const taken = Object.entries(api).flatMap(([area, calls]) =>
    Object.entries(calls as Readonly<Record<string, object>>).flatMap(([call, route]) =>
      addressFields(route).map((field) => `${area}.${call} ${field}`),
    ),
  );
  expect(taken.sort()).toEqual([...Object.keys(entries), ...noDestination].sort());
});

describe.each(Object.entries(entries))('%s', (_, { path, body, kept }) => {
  const send = (address: string) =>
    server.app.inject({
      method: 'POST',
      url: `/api/v1${path}`,
      payload: body(address),
      headers: { authorization: `Bearer ${token}` },
    });
  beforeAll(async () => {
    const accountId = await buildAccount(server.database, { name: 'Buyer', email: 'buyer@example.com' });
    token = (await server.sessions.begin(accountId)).token;
  });

  test.each(Object.entries(hostileAddresses(origin)))('rejects %s', async (_family, addresses) => {
    for (const address of addresses) {
      const answer = await send(address);
      expect([answer.statusCode, codeOf(answer.body)], address).toEqual([
        400,
        isText(address) ? 'InvalidRequest' : 'InvalidText',
      ]);
    }
  });

  test('keeps pages of the portal, in full', async () => {
    for (const [address, destination] of unusualSafeAddresses(origin)) {
      const answer = await send(address);
      // The contract's own pattern may be stricter.
      if (answer.statusCode === 400) expect(new RegExp(addressPattern).test(address), address).toBe(false);
      else {
        expect(answer.statusCode, `${address}: ${answer.body}`).toBe(200);
        expect(await kept(answer.json()), address).toBe(destination);
      }
    }
  });
});

test('a payment may lead back into its game, and into no other', async () => {
  const { store } = server.client(server.token);
  const SuccessRedirectUrl = 'http://gem-miner.localhost:8081/done';
  const { PublicOrderId } = await store.createOrder({ ...order, SuccessRedirectUrl });
  expect((await keptByOrder('success_url', PublicOrderId)).success_url).toBe(SuccessRedirectUrl);
  for (const address of ['http://sky-courier.localhost:8081/done', `${SuccessRedirectUrl}//evil.example`])
    await expect(store.createOrder({ ...order, SuccessRedirectUrl: address })).rejects.toMatchObject({
      code: 'InvalidRequest',
    });
});

/** Values that are refused before they are parsed as an address. */
const isText = (value: string) => value.isWellFormed() && !value.includes('\u0000');

const codeOf = (body: string) => (JSON.parse(body) as { Code?: string }).Code;

function addressFields(route: object): string[] {
  const { body, query, params } = route as Readonly<Record<string, unknown>>;
  return [body, query, params].flatMap((schema) => addressesIn(schema));
}

function addressesIn(schema: unknown, name = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if ('pattern' in schema && schema.pattern === addressPattern) return [name];
  return Object.entries(schema).flatMap(([key, part]) =>
    key === 'properties'
      ? Object.entries(part as object).flatMap(([field, inner]) => addressesIn(inner, field))
      : addressesIn(part, name),
  );
}
