import { describe, expect, it } from 'vitest';
import { createSamplePayment, createSampleRefund } from '../kit/testing/sample-payment.server.ts';
import { createTestVendorHost } from '../kit/testing/vendor-host.server.ts';
import { adapter } from './adapter.server.ts';
import { signOpenId } from './simulator-pages.server.ts';
import { verify } from './verify.server.ts';
import { deriveSteamOrderId } from './transaction.server.ts';

const { payments } = adapter;
if (!payments) throw new Error('The adapter has no payments.');

type Settings = Parameters<typeof verify>[1]['settings'];

const settings: Settings = { AppId: '480', PublisherKey: 'a publisher key' };
const steamId = '76561198000000001';
const now = new Date('2023-11-14T22:13:30Z');

const hostWith = (answers: readonly object[] = [], given: Partial<Settings> = {}, at = now) =>
  createTestVendorHost<Settings>({ ...settings, ...given }, { answers, now: at });
const ok = (params: object) => ({ response: { result: 'OK', params } });
const fault = (errorcode: number) => ({
  response: { result: 'Failure', params: {}, error: { errorcode, errordesc: 'x' } },
});
const refusal = (reason: string) => ({ outcome: 'refused', reason: expect.stringContaining(reason) });

describe('a ticket', () => {
  const Ticket = '14000000AB'.repeat(12);
  const owner = { result: 'OK', steamid: steamId, ownersteamid: '76561198000000002', vacbanned: true };
  const answered = (more: object = {}) => ({ response: { params: { ...owner, publisherbanned: false, ...more } } });
  const people = { response: { players: [{ steamid: steamId, personaname: 'Anya' }] } };

  it('is verified for the app and for us, and proves the player, not the lender of the game', async () => {
    const host = hostWith([answered(), people], { TicketIdentity: 'portal' });
    expect(await verify({ Ticket }, host)).toEqual({
      outcome: 'proved',
      proof: { identity: { type: 'Steam', externalId: steamId }, name: 'Anya' },
      guest: false,
    });
    const url = new URL(host.asked[0]?.url ?? '');
    expect(url.origin + url.pathname).toBe('https://partner.steam-api.com/ISteamUserAuth/AuthenticateUserTicket/v1/');
    const asked = { appid: '480', identity: 'portal', key: 'a publisher key', ticket: Ticket.toLowerCase() };
    expect(Object.fromEntries(url.searchParams)).toEqual(asked);
  });

  it('counts once, in upper and lower case', async () => {
    const spent: string[] = [];
    const consumeOnce = async (proof: string) => !spent.includes(proof) && spent.push(proof) > 0;
    const bring = (written: string) => verify({ Ticket: written }, { ...hostWith([answered(), people]), consumeOnce });
    expect(await bring(Ticket)).toMatchObject({ outcome: 'proved' });
    expect(await bring(Ticket.toLowerCase())).toEqual(refusal('used before'));
  });

  it('proves a player whose name Steam doesn’t return', async () => {
    const host = hostWith([answered()]);
    expect(await verify({ Ticket }, host)).toMatchObject({ proof: { identity: { externalId: steamId } } });
    expect(host.warned).toHaveLength(1);
  });

  it.each([
    ['is invalid', fault(101), 'error 101'],
    ['belongs to a player whom the publisher banned', answered({ publisherbanned: true }), 'banned'],
    ['cannot be checked with our key', { http: 403 }, 'key'],
  ])('is refused when it %s', async (_, answer, reason) => {
    expect(await verify({ Ticket }, hostWith([answer]))).toEqual(refusal(reason));
  });

  it.each([[[]], [[{ http: 503 }]], [[fault(4)]], [[{ response: {} }]]])(
    'throws when Steam does not answer properly: %j',
    async (answers) => {
      const trying = verify({ Ticket }, hostWith(answers));
      await expect(trying).rejects.toMatchObject({ code: 'ProviderUnavailable' });
    },
  );

  it.each(['', 'zz', '1400', 'a'.repeat(41), `${Ticket}0`])(
    'that is invalid is refused without a request: %j',
    async (written) => {
      expect(await verify({ Ticket: written }, hostWith())).toEqual(refusal('in hexadecimal'));
    },
  );

  it('or a sign-in is required, and not both', async () => {
    for (const login of [{}, { Ticket, OpenId: 'a=1' }])
      expect(await verify(login, hostWith())).toEqual(refusal('ticket or a sign-in'));
  });
});

describe('a sign-in on Steam’s page', () => {
  const endpoint = 'https://steamcommunity.com/openid/login';
  const state = '0b1f6c1e-7f0a-4b59-9d0a-7c6a1f1d2e3f';
  const fields = {
    ns: 'http://specs.openid.net/auth/2.0',
    mode: 'id_res',
    op_endpoint: endpoint,
    claimed_id: `https://steamcommunity.com/openid/id/${steamId}`,
    identity: `https://steamcommunity.com/openid/id/${steamId}`,
    return_to: `https://play.example/play/gem-miner/iframe/steam?state=${state}`,
    response_nonce: '2023-11-14T22:13:20ZabcDEF123=',
    assoc_handle: '1234567890',
    signed: 'signed,op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle',
    sig: 'iTIk7toOC6ITeSn9JrKSfark2Q8=',
  };
  const write = (changed: Readonly<Record<string, string>> = {}) =>
    new URLSearchParams(
      Object.entries({ ...fields, ...changed }).map(([name, value]) => [`openid.${name}`, value]),
    ).toString();
  const answering = (text: string, status = 200) => {
    const asked: { url: string; body: string | undefined; method: string | undefined }[] = [];
    const fetch: ReturnType<typeof hostWith>['fetch'] = async (url, { body, method } = {}) => {
      asked.push({ url, body, method });
      return { status, headers: {}, body: Buffer.from(text) };
    };
    return { ...hostWith(), asked, fetch };
  };
  const claim = (id: string) => ({ claimed_id: id, identity: id });
  const valid = 'ns:http://specs.openid.net/auth/2.0\nis_valid:true\n';

  it('is signed by the simulator like OpenID, as in the documented example', () => {
    const returnTo = 'https://portal.example/auth/steam/return?state=s1';
    expect(signOpenId({ ...fields, return_to: returnTo })).toBe('iTIk7toOC6ITeSn9JrKSfark2Q8=');
  });

  it('is sent to Steam with only the mode changed, and counts once', async () => {
    const spent: [string, Date][] = [];
    const host = { ...answering(valid), consumeOnce: async (...proof: [string, Date]) => spent.push(proof) === 1 };
    const login = { OpenId: `${write()}&state=${state}&lang=de` };
    expect(await verify(login, host)).toMatchObject({ proof: { identity: { type: 'Steam', externalId: steamId } } });
    const [{ url, method, body } = {}] = host.asked;
    expect({ url, method }).toEqual({ url: endpoint, method: 'POST' });
    const sent = Object.fromEntries(new URLSearchParams(body));
    const taken = Object.fromEntries(new URLSearchParams(write({ mode: 'check_authentication' })));
    expect(sent).toEqual(taken);
    expect(spent).toEqual([[fields.response_nonce, new Date('2023-11-14T22:23:20Z')]]);
    expect(await verify(login, host)).toEqual(refusal('used before'));
  });

  it.each([
    ['cancelled', { mode: 'cancel' }, 'has not signed in a player'],
    ['of an old OpenID', { ns: 'http://openid.net/signon/1.1' }, 'has not signed in a player'],
    ['of another service', { op_endpoint: 'https://evil.example/openid/login' }, 'another service'],
    ['of another page', claim(`https://steamcommunity.com.evil.example/openid/id/${steamId}`), 'names no Steam player'],
    ['over plain HTTP', claim(`http://steamcommunity.com/openid/id/${steamId}`), 'names no Steam player'],
    ['of an id with text after it', claim(`${fields.claimed_id}/`), 'names no Steam player'],
    [
      'of two people',
      { identity: `https://steamcommunity.com/openid/id/${steamId.slice(0, -1)}2` },
      'names no Steam player',
    ],
    ['for another game', { return_to: fields.return_to.replace('gem-miner', 'paper-fleet') }, 'another page'],
    ['for another portal', { return_to: fields.return_to.replace('play.example', 'evil.example') }, 'another page'],
    ['without our state', { return_to: fields.return_to.replace(/\?.*/, '') }, 'another page'],
    ['with text after our state', { return_to: `${fields.return_to}&a=1` }, 'another page'],
    ['whose nonce is not signed', { signed: fields.signed.replace('response_nonce,', '') }, 'not signed all'],
    ['that is old', { response_nonce: '2023-11-14T22:08:29Zabc' }, 'older than 300 s'],
    ['from the future', { response_nonce: '2023-11-15T22:13:20Zabc' }, 'future'],
    ['without a time', { response_nonce: 'abc' }, 'no time'],
  ])('is refused without a request: %s', async (_, changed, reason) => {
    const host = answering(valid);
    expect(await verify({ OpenId: write(changed) }, host)).toEqual(refusal(reason));
    expect(host.asked).toEqual([]);
  });

  it('is refused with a repeated field', async () => {
    const twice = `${write()}&openid.claimed_id=${encodeURIComponent(fields.claimed_id)}`;
    expect(await verify({ OpenId: twice }, answering(valid))).toEqual(refusal('repeats a field'));
  });

  it.each([
    ['is_valid:false\nns:http://specs.openid.net/auth/2.0\n', 200, 'refused'],
    ['x_is_valid:true\nis_valid:false\n', 200, 'refused'],
    ['is_valid:trueish\n', 200, 'thrown'],
    ['<html>is_valid:true</html>', 200, 'thrown'],
    [valid, 403, 'thrown'],
  ])('needs the exact line from Steam: %j with status %i', async (text, status, end) => {
    const trying = verify({ OpenId: write() }, answering(text, status));
    if (end === 'refused') expect(await trying).toEqual(refusal('does not confirm'));
    else await expect(trying).rejects.toMatchObject({ code: 'ProviderUnavailable' });
  });
});

const attemptId = '0b1f6c1e-7f0a-4b59-9d0a-7c6a1f1d2e3f';
const orderid = deriveSteamOrderId(attemptId);
const wallet = (currency: string, status = 'Trusted') => ok({ state: '', country: 'DE', currency, status });
const opened = ok({
  orderid,
  transid: '900',
  steamurl: 'https://store.steampowered.com/checkout/approvetxn/900/?l=en',
});
const base = createSamplePayment({ attemptId, amountMinor: 499, currency: 'EUR', createdAt: now, locale: 'pt-br' });
const payment = { ...base, buyer: { ...base.buyer, externalId: steamId }, callerAddress: '::ffff:203.0.113.7' };
const client = { ...payment, request: { Session: 'Client' as const } };
const web = { ...payment, request: { Session: 'Web' as const } };
const transaction = (status: string, amount = 416, vat = 83, currency = 'EUR') =>
  ok({ orderid, transid: '900', steamid: steamId, status, currency, items: [{ itemid: 1, qty: 1, amount, vat }] });

it('derives an order id from the attempt only, within 63 bits', () => {
  expect(deriveSteamOrderId(attemptId)).toBe(orderid);
  expect(BigInt(orderid)).toBeLessThan(2n ** 63n);
  expect(deriveSteamOrderId('0b1f6c1e-7f0a-4b59-9d0a-7c6a1f1d2e40')).not.toBe(orderid);
});

describe('creating', () => {
  it('reads the wallet, then opens the overlay', async () => {
    const host = hostWith([wallet('EUR'), ok({ orderid, transid: '900' })], { Sandbox: true });
    expect(await payments.create(client, host)).toEqual({
      outcome: 'created',
      providerPaymentId: orderid,
      reply: { OrderId: orderid },
      expiresAt: new Date('2023-11-14T23:13:30Z'),
    });
    expect(host.asked.map(({ url }) => new URL(url).pathname)).toEqual([
      '/ISteamMicroTxnSandbox/GetUserInfo/v2/',
      '/ISteamMicroTxnSandbox/InitTxn/v3/',
    ]);
    expect(new URL(host.asked[0]?.url ?? '').searchParams.has('ipaddress')).toBe(false);
    expect(host.asked[1]?.body).toEqual({
      key: 'a publisher key',
      orderid,
      appid: '480',
      steamid: steamId,
      itemcount: '1',
      language: 'pt-BR',
      currency: 'EUR',
      'itemid[0]': expect.stringMatching(/^\d{1,10}$/),
      'qty[0]': '1',
      'amount[0]': '499',
      'description[0]': 'A hundred gems',
      'category[0]': 'gems_100',
      usersession: 'client',
    });
  });

  it('on a page contains the buyer’s IP address, and returns to ours', async () => {
    const host = hostWith([wallet('EUR'), opened]);
    const SteamUrl =
      'https://store.steampowered.com/checkout/approvetxn/900/?l=en&returnurl=https%3A%2F%2Fplay.example%2F';
    const reply = { OrderId: orderid, SteamUrl };
    expect(await payments.create(web, host)).toMatchObject({ outcome: 'created', reply, redirectUrl: SteamUrl });
    expect(new URL(host.asked[0]?.url ?? '').searchParams.get('ipaddress')).toBe('203.0.113.7');
    expect(host.asked[1]?.body).toMatchObject({ usersession: 'web', ipaddress: '203.0.113.7' });
  });

  it('on a page is charged only after the buyer returns', async () => {
    const recordedReturnUrl = 'https://play.example/payments/returned/1';
    const onPage = await payments.create({ ...web, recordedReturnUrl }, hostWith([wallet('EUR'), opened]));
    expect(onPage).toMatchObject({ confirmAfterReturn: true, redirectUrl: expect.stringContaining('returned%2F1') });
    const inOverlay = ok({ orderid, transid: '900' });
    expect(
      await payments.create({ ...client, recordedReturnUrl }, hostWith([wallet('EUR'), inOverlay])),
    ).not.toHaveProperty('confirmAfterReturn');
  });

  it.each([
    [500, 'JPY', '50000'],
    [1999, 'USD', '1999'],
    [4990, 'KWD', '499'],
  ])('uses hundredths for every currency: %i of %s', async (amountMinor, currency, hundredths) => {
    const host = hostWith([wallet(currency), opened]);
    await payments.create({ ...client, amountMinor, currency }, host);
    expect(host.asked[1]?.body).toMatchObject({ 'amount[0]': hundredths, currency });
  });

  it.each([
    ['zh', 'zh-CN'],
    ['pt-br', 'pt-BR'],
    ['fa', 'en'],
    ['uk', 'uk'],
  ] as const)("sends Steam's language code: %s", async (locale, language) => {
    const host = hostWith([wallet('EUR'), opened]);
    await payments.create({ ...client, locale }, host);
    expect(host.asked[1]?.body).toMatchObject({ language });
  });

  it.each([
    ['UAH', 4900, 4950],
    ['KRW', 1990, 1995],
    ['VND', 25_500, 25_400],
    ['CRC', 76_500, 76_300],
    ['CLP', 990, undefined],
  ])('charges %s only in Steam’s steps', async (currency, good, bad) => {
    const host = hostWith([wallet(currency), opened]);
    expect(await payments.create({ ...client, amountMinor: good, currency }, host)).toMatchObject({
      outcome: 'created',
    });
    if (bad === undefined) return;
    const other = hostWith();
    expect(await payments.create({ ...client, amountMinor: bad, currency }, other)).toEqual(refusal('in steps of'));
    expect(other.asked).toEqual([]);
  });

  it.each([
    ['thousandths', { amountMinor: 4999, currency: 'KWD' }, 'hundredths'],
    ['nothing', { amountMinor: 0 }, 'hundredths'],
    ['a player without a Steam identity', { buyer: { accountId: 'a', name: 'A' } }, 'no Steam identity'],
  ])('refuses %s without a request', async (_, change, reason) => {
    const host = hostWith();
    expect(await payments.create({ ...client, ...change }, host)).toEqual(refusal(reason));
    expect(host.asked).toEqual([]);
  });

  it('on a page refuses a buyer without an IP address', async () => {
    const { callerAddress: _, ...nowhere } = web;
    expect(await payments.create(nowhere, hostWith())).toEqual(refusal("buyer's IP address"));
  });

  it.each([
    [wallet('PLN'), 'pays in PLN'],
    [wallet('EUR', 'Locked from purchasing'), 'locked'],
    [fault(7), 'error 7'],
  ])('stops if the wallet does not match: %#', async (answer, reason) => {
    const host = hostWith([answer]);
    expect(await payments.create(client, host)).toEqual(refusal(reason));
    expect(host.asked).toHaveLength(1);
  });

  it('whose response was lost continues in the overlay, and starts again on a page', async () => {
    const before = [wallet('EUR'), fault(3), transaction('Init')];
    expect(await payments.create(client, hostWith(before))).toMatchObject({ outcome: 'created' });
    expect(await payments.create(web, hostWith(before))).toEqual(refusal('error 3'));
    const other = { ...client, buyer: { ...client.buyer, externalId: '76561198000000002' } };
    expect(await payments.create(other, hostWith(before))).toEqual(refusal('error 3'));
    expect(await payments.create(client, hostWith([wallet('EUR'), fault(107), fault(3)]))).toEqual(
      refusal('error 107'),
    );
    for (const answers of [[], [wallet('EUR')], [wallet('EUR'), fault(2)], [{ http: 403 }]])
      await expect(payments.create(client, hostWith(answers))).rejects.toThrow(/./);
  });
});

describe('the records', () => {
  const read = (answer: object, at = now, change: object = {}) =>
    payments.read({ ...payment, ...change }, hostWith([answer], {}, at));
  const hourLater = new Date(now.getTime() + 3_600_001);
  const charge = { providerPaymentId: orderid, transactionId: '900', currency: 'EUR', isTest: false, amountMinor: 499 };
  const paid = { kind: 'paid', dedupKey: 'paid 900', ...charge };

  it('request a confirmation once the buyer has approved, for an hour', async () => {
    const toConfirm = { amountMinor: 499, currency: 'EUR', key: 'approved' };
    expect(await read(transaction('Approved'))).toEqual({ events: [], isOver: false, toConfirm });
    expect(await read(transaction('Approved'), hourLater)).toEqual({ events: [], isOver: true });
  });

  it.each([
    ['Init', now, { events: [], isOver: false }],
    ['Init', hourLater, { events: [], isOver: true }],
    ['Failed', now, { events: [], isOver: true }],
    ['Succeeded', hourLater, { events: [paid], isOver: false }],
  ])('of a purchase that is %s', async (status, at, reading) => {
    expect(await read(transaction(status), at)).toEqual(reading);
  });

  it.each([
    ['Refunded', 'refunded'],
    ['PartialRefund', 'refunded'],
    ['RefundedSuspectedFraud', 'refunded'],
    ['RefundedFriendlyFraud', 'refunded'],
    ['Chargedback', 'dispute-lost'],
  ])('of a returned payment: %s', async (status, kind) => {
    const returned = { kind, dedupKey: `${status} 900`, chargeId: '900', ...charge };
    expect(await read(transaction(status))).toEqual({ events: [paid, returned], isOver: true });
  });

  it.each([
    ['with the tax in the price', 416, 83, 499],
    ['with the tax on top', 499, 45, 499],
    ['of another amount', 100, 20, 120],
  ])('report the price %s', async (_, amount, vat, amountMinor) => {
    expect(await read(transaction('Succeeded', amount, vat))).toMatchObject({ events: [{ amountMinor }] });
  });

  it('use hundredths for yen', async () => {
    const yen = { amountMinor: 500, currency: 'JPY' };
    const reading = await read(transaction('Succeeded', 45_455, 4545, 'JPY'), now, yen);
    expect(reading).toMatchObject({ events: [yen] });
  });

  it('return nothing for an unknown purchase, and throw on an unknown status', async () => {
    expect(await read(fault(3))).toEqual({ events: [], isOver: false });
    expect(await read(fault(3), hourLater)).toEqual({ events: [], isOver: true });
    await expect(read(transaction('Pending'))).rejects.toThrow('unknown status Pending');
    await expect(read(fault(4))).rejects.toThrow('error 4');
  });

  it.each([
    ['charges it', ok({ orderid, transid: '900' })],
    ['already charged it', fault(6)],
  ])('prove a payment when Steam %s', async (_, answer) => {
    const host = hostWith([answer, transaction('Succeeded')]);
    expect(await payments.confirm?.(payment, host)).toEqual([paid]);
    const [{ body } = {}] = host.asked;
    expect(body).toEqual({ key: 'a publisher key', orderid, appid: '480' });
    expect(host.warned).toEqual([]);
  });

  it('prove nothing if Steam doesn’t charge it, and a lost response is requested again', async () => {
    const host = hostWith([fault(100), transaction('Failed')]);
    expect(await payments.confirm?.(payment, host)).toEqual([]);
    expect(host.warned).toHaveLength(1);
    await expect(payments.confirm?.(payment, hostWith())).rejects.toThrow(/./);
    await expect(payments.confirm?.(payment, hostWith([ok({ orderid, transid: '900' })]))).rejects.toThrow(/./);
  });

  it('refund a whole purchase, once', async () => {
    const refund = createSampleRefund(payment, '900');
    const returned = { kind: 'refunded', dedupKey: 'Refunded 900', chargeId: '900', ...charge };
    const host = hostWith([transaction('Succeeded'), ok({ orderid, transid: '900' })]);
    expect(await payments.refund(refund, host)).toEqual({ outcome: 'done', events: [returned] });
    expect(host.asked[1]).toMatchObject({ url: expect.stringContaining('/RefundTxn/v2/'), body: { orderid } });
    expect(await payments.refund(refund, hostWith([transaction('Refunded')]))).toMatchObject({ outcome: 'done' });
    expect(await payments.refund({ ...refund, refundMinor: 1 }, hostWith())).toEqual(refusal('whole'));
    expect(await payments.refund({ ...refund, transactionId: '1' }, hostWith([transaction('Succeeded')]))).toEqual(
      refusal('another purchase'),
    );
    expect(await payments.refund(refund, hostWith([transaction('Succeeded'), fault(103)]))).toEqual(
      refusal('error 103'),
    );
  });
});

describe('the report', () => {
  const span = { from: new Date('2024-01-23T18:00:00Z'), to: new Date('2024-01-23T19:00:00Z') };
  const order = (transid: string, time: string, status = 'Succeeded') => ({
    orderid: `1${transid}`,
    transid,
    steamid: steamId,
    status,
    currency: 'USD',
    time: `2024-01-23T${time}Z`,
    items: [{ amount: 99, vat: 9 }],
  });
  const report = (...orders: object[]) => ok({ count: orders.length, orders });
  const list = async (...pages: object[]) => {
    const host = hostWith(pages);
    const events = (await payments.list?.(span, host)) ?? [];
    const times = host.asked.map(({ url }) => new URL(url).searchParams.get('time'));
    return { events: events.map(({ kind, transactionId }) => `${kind} ${transactionId}`), times, all: events };
  };

  it('continues from the newest entry until there are no new ones, without amounts, which only the order has', async () => {
    const [one, two, back] = [order('1', '18:15:00'), order('2', '18:30:00'), order('3', '18:30:00', 'Chargedback')];
    const { events, times, all } = await list(report(one, two), report(two, back), report(two, back));
    expect(events).toEqual(['paid 1', 'paid 2', 'paid 3', 'dispute-lost 3']);
    expect(times).toEqual(['2024-01-23T18:00:00Z', '2024-01-23T18:30:00Z']);
    expect(all[0]).toEqual({
      kind: 'paid',
      dedupKey: 'paid 1',
      providerPaymentId: '11',
      transactionId: '1',
      currency: 'USD',
      isTest: false,
    });
  });

  it('ends after its span, and leaves out unpaid orders', async () => {
    const failed = order('4', '18:20:00', 'Failed');
    const { events, times } = await list(report(failed, order('5', '18:59:59'), order('6', '19:00:01')));
    expect([events, times.length]).toEqual([['paid 5'], 1]);
    expect((await list(ok({ count: 0 }))).events).toEqual([]);
  });

  it('throws if it cannot be read completely', async () => {
    const same = Array.from({ length: 1000 }, (_, at) => order(String(at + 1), '18:00:00'));
    await expect(list(report(...same), report(...same))).rejects.toThrow('does not continue');
    await expect(list(fault(3))).rejects.toThrow('does not show its records');
    await expect(list()).rejects.toThrow(/./);
  });
});

it.each([
  [{ Session: 'Client' }, 'DEU', 'platform'],
  [{ Session: 'Web' }, 'DEU', 'portal'],
  [{ Session: 'Web' }, 'USA', 'platform'],
  [{ Session: 'Web' }, undefined, 'platform'],
  [{ Session: 'Client' }, 'CHN', 'portal'],
  [undefined, 'DEU', 'portal'],
])('the payment handler for %j from %s is the %s', async (request, country, taker) => {
  const host = hostWith([], { PortalPayments: { Client: ['CHN'], Web: ['DEU'] } });
  const moment = { game: 'gem-miner', ...(country && { country }), ...(request && { request }) };
  expect(await payments.paymentHandler?.(moment, host)).toBe(taker);
});
