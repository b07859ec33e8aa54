// Simulates Steam: tickets, the OpenID sign-in page, the Web API and purchases, in the sandbox unless `isLive`.
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  createSimulatorApi,
  readSimulatorParams,
  addFormParser,
  SimulatedVendorError,
  type SimulatorParams,
} from '#kit/simulator-api.server.ts';
import { mountSimulatedResults } from '../kit/simulator-results.server.ts';
import type { PlatformSimulator, SimulatorEnvironment } from '../simulator-port.server.ts';
import {
  simulatedAppId,
  getSimulatorRecords,
  recordPlayer,
  createTicket,
  simulatedAchievements,
  simulatedLeaderboards,
  simulatedPublisherKey,
  changePurchaseStatus,
  toSteamId,
  formatSteamTime,
  type SimulatedSteamPurchase,
} from './simulator-records.server.ts';
import { steam } from './platform.ts';
import { mountSteamPages } from './simulator-pages.server.ts';

export const simulator: PlatformSimulator = {
  async mount(app, place) {
    addFormParser(app);
    mountPeople(app, place);
    for (const face of ['ISteamMicroTxn', 'ISteamMicroTxnSandbox']) mountPurchases(app, place, face);
    mountResults(app, place);
    mountClient(app, place);
    mountSteamPages(app, place);
  },

  settings: ({ at, isLive = false, pageOrigin = new URL(at).origin }) => ({
    AppId: simulatedAppId,
    PublisherKey: simulatedPublisherKey,
    ...(!isLive && { Sandbox: true }),
    PortalPayments: { Web: ['DEU'] },
    Leaderboards: simulatedLeaderboards,
    Achievements: simulatedAchievements,
    ApiBase: at,
    OpenIdUrl: `${at}/openid/login`,
    FrameOrigin: pageOrigin,
  }),

  async launch(player, _, place) {
    recordPlayer(player, place);
    return {};
  },

  async login(kind, player, place) {
    recordPlayer(player, place);
    if (kind === 'future') return undefined;
    if (kind === 'foreign') return { Ticket: randomBytes(64).toString('hex') };
    const steamId = toSteamId(player.id);
    const made = kind === 'other game' ? { appId: '481' } : { isOver: kind === 'stale' };
    const ticket = createTicket(steamId, made, place);
    return { Ticket: kind === 'changed' ? ticket.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) : ticket };
  },

  paymentRequest: async () => ({ Session: 'Client' }),
};

/** Errors have status 200, like Steam's. */
const fail = (errorcode: number, errordesc: string): never => {
  throw new SimulatedVendorError(200, { response: { result: 'Failure', params: {}, error: { errorcode, errordesc } } });
};

const checkKey = ({ query, body }: FastifyRequest): void => {
  if ((readSimulatorParams(query)['key'] ?? readSimulatorParams(body)['key']) !== simulatedPublisherKey)
    throw new SimulatedVendorError(403, {});
};

function mountPeople(app: FastifyInstance, place: SimulatorEnvironment): void {
  const { people, tickets } = getSimulatorRecords(place);
  const api = createSimulatorApi(app, checkKey);
  api.get('/ISteamUserAuth/AuthenticateUserTicket/v1/', ({ texts }) => {
    const { ticket = '', appid, identity } = texts;
    if (!/^([0-9a-f]{2})+$/i.test(ticket)) fail(3, 'Invalid parameter');
    const known = tickets.get(ticket.toLowerCase());
    if (!known || known.isOver || known.appId !== appid || known.identity !== identity)
      return fail(101, 'Invalid ticket');
    const { steamId: steamid } = known;
    return {
      response: { params: { result: 'OK', steamid, ownersteamid: steamid, vacbanned: false, publisherbanned: false } },
    };
  });
  api.get('/ISteamUser/GetPlayerSummaries/v2/', ({ texts: { steamids = '' } }) => ({
    response: {
      players: steamids.split(',').flatMap((steamid) => {
        const person = people.get(steamid);
        const personaname = `${person?.firstName ?? ''} ${person?.lastName ?? ''}`.trim();
        return person ? [{ steamid, personaname, loccountrycode: person.country }] : [];
      }),
    },
  }));
  api.get('/ISteamUser/GetFriendList/v1/', ({ texts: { steamid = '' } }) => {
    const person = people.get(steamid);
    if (!person) throw new SimulatedVendorError(401, {});
    const friends = person.friends.map((id, at) => ({
      steamid: id,
      relationship: 'friend',
      friend_since: 1_600_000_000 - at,
    }));
    return { friendslist: { friends } };
  });
}

function mountResults(app: FastifyInstance, place: SimulatorEnvironment): void {
  const results = mountSimulatedResults(app, place, toSteamId);
  const api = createSimulatorApi(app, checkKey);
  const [boards, names] = [Object.values(simulatedLeaderboards), Object.values(simulatedAchievements)];
  api.post('/ISteamLeaderboards/SetLeaderboardScore/v1/', ({ texts }) => {
    const { appid, leaderboardid = '', steamid = '', score = '', scoremethod } = texts;
    const isGood =
      appid === simulatedAppId &&
      boards.includes(leaderboardid) &&
      /^-?\d{1,10}$/.test(score) &&
      scoremethod === 'ForceUpdate';
    if (!isGood) return { result: { result: 8 } };
    const name = `leaderboard ${leaderboardid}`;
    const isChanged = results.get(steamid, name) !== Number(score);
    results.set(steamid, name, Number(score));
    return { result: { result: 1, score_changed: isChanged } };
  });
  api.post('/ISteamUserStats/SetUserStatsForGame/v1/', ({ texts }) => {
    const { appid, steamid = '', count, 'name[0]': name = '', 'value[0]': value } = texts;
    if (appid !== simulatedAppId || count !== '1' || value !== '1' || !names.includes(name))
      return { response: { result: 8 } };
    results.set(steamid, `achievement ${name}`, 1);
    return { response: { result: 1 } };
  });
}

const priceSteps: Readonly<Partial<Record<string, number>>> = steam.priceSteps;
/** The codes of Steam's Web API that our languages have. */
const steamLanguages = new Set('de en es fr it ja ko pl pt-BR ru tr uk zh-CN'.split(' '));

/** Wallet currencies: not those of the countries, but those in which most demo products have a price. */
const readCurrency = (country: string): string => ({ JP: 'JPY', DE: 'EUR' })[country] ?? 'USD';

function mountPurchases(app: FastifyInstance, place: SimulatorEnvironment, face: string): void {
  const { people, purchases } = getSimulatorRecords(place);
  const api = createSimulatorApi(app, checkKey);
  const tell = (params: object): object => ({ response: { result: 'OK', params } });
  const countryOf = (steamid = ''): string => people.get(steamid)?.country ?? 'US';
  const find = ({ orderid = '', appid }: SimulatorParams): SimulatedSteamPurchase =>
    (appid === simulatedAppId ? purchases.get(`${face} ${orderid}`) : undefined) ?? fail(3, 'Invalid parameter');
  const change = (purchase: SimulatedSteamPurchase, status: string): object => {
    Object.assign(purchase, { status, changedAt: place.now() });
    return tell({ orderid: purchase.orderid, transid: purchase.transid });
  };
  api.get(`/${face}/GetUserInfo/v2/`, ({ texts: { steamid } }) =>
    tell({ state: '', country: countryOf(steamid), currency: readCurrency(countryOf(steamid)), status: 'Trusted' }),
  );
  api.post(`/${face}/InitTxn/v3/`, ({ texts }) => {
    const {
      orderid = '',
      steamid = '',
      appid,
      itemcount,
      currency = '',
      language = '',
      usersession,
      ipaddress,
    } = texts;
    const {
      'itemid[0]': itemid = '',
      'qty[0]': qty,
      'amount[0]': amount = '',
      'description[0]': description = '',
    } = texts;
    const isWeb = usersession === 'web';
    const isGood =
      [orderid, steamid, itemid, amount].every((number) => /^[1-9]\d{0,19}$/.test(number)) &&
      [
        appid === simulatedAppId,
        itemcount === '1',
        qty === '1',
        steamLanguages.has(language),
        description !== '',
      ].every(Boolean) &&
      (!isWeb || ipaddress !== undefined);
    const step = (priceSteps[currency] ?? 0.01) * 100;
    if (Number(amount) % step !== 0) fail(3, 'Invalid parameter');
    if (!isGood || description.length > 128 || purchases.has(`${face} ${orderid}`)) fail(3, 'Invalid parameter');
    const country = countryOf(steamid);
    if (currency !== readCurrency(country)) fail(8, 'Currency does not match user’s Steam Account currency');
    const transid = String(7_000_000_000_000_000_000n + BigInt(purchases.size));
    const times = { createdAt: place.now(), changedAt: place.now() };
    const bought = { itemid: Number(itemid), hundredths: Number(amount), description };
    purchases.set(`${face} ${orderid}`, {
      orderid,
      transid,
      steamid,
      currency,
      country,
      ...bought,
      ...times,
      status: 'Init',
    });
    return tell({ orderid, transid, ...(isWeb && { steamurl: `${place.at}/checkout/approvetxn/${transid}/` }) });
  });
  api.post(`/${face}/FinalizeTxn/v2/`, ({ texts }) => {
    const purchase = find(texts);
    if (purchase.status === 'Init') fail(5, 'User has not approved transaction');
    if (purchase.status === 'Failed') fail(10, 'Transaction has been denied by user');
    if (purchase.status !== 'Approved') fail(6, 'Transaction has already been committed');
    return change(purchase, 'Succeeded');
  });
  api.get(`/${face}/QueryTxn/v3/`, ({ texts }) => tell(describePurchase(find(texts))));
  api.post(`/${face}/RefundTxn/v2/`, ({ texts }) => {
    const purchase = find(texts);
    return purchase.status === 'Succeeded' ? change(purchase, 'Refunded') : fail(3, 'Invalid parameter');
  });
  api.get(`/${face}/GetReport/v5/`, ({ texts: { time = '', maxresults = '1000' } }) => {
    const orders = [...purchases]
      .flatMap(([name, purchase]) => (name.startsWith(`${face} `) ? [describePurchase(purchase)] : []))
      .filter((order) => order.time >= time)
      .toSorted((a, b) => (a.time < b.time ? -1 : 1))
      .slice(0, Number(maxresults));
    return tell({ count: orders.length, orders });
  });
}

/** In the USA tax is added to the price; elsewhere prices include it. */
function describePurchase(purchase: SimulatedSteamPurchase) {
  const { orderid, transid, steamid, status, currency, country, itemid, hundredths, createdAt, changedAt } = purchase;
  const bare = country === 'US' ? hundredths : Math.round(hundredths / 1.2);
  const vat = country === 'US' ? Math.round(hundredths * 0.09) : hundredths - bare;
  const items = [{ itemid, qty: 1, amount: bare, vat, itemstatus: status }];
  const times = { time: formatSteamTime(changedAt), timecreated: formatSteamTime(createdAt) };
  return { orderid, transid, steamid, status, currency, country, usstate: '', ...times, items };
}

function mountClient(app: FastifyInstance, place: SimulatorEnvironment): void {
  const api = createSimulatorApi(app);
  api.post('/client/ticket', ({ texts: { player = '', identity = '', proof } }) => ({
    ticket: createTicket(toSteamId(player), { identity, isOver: proof === 'expired' }, place),
  }));
  api.post('/client/person', ({ texts: { player = '' } }) => ({ steamId: toSteamId(player) }));
  api.post('/client/purchase', ({ texts: { orderId } }) => {
    const found = [...getSimulatorRecords(place).purchases.values()].find(({ orderid }) => orderid === orderId);
    if (!found) throw new SimulatedVendorError(404, { error: 'There is no such purchase.' });
    return { description: found.description, price: `${found.hundredths / 100} ${found.currency}` };
  });
  api.post('/client/answer', ({ texts: { orderId = '', isApproved, telling } }) => {
    const answer = (): void => changePurchaseStatus(orderId, isApproved === 'yes' ? 'Approved' : 'Failed', place);
    if (telling === 'late') void wait(1500, undefined, { ref: false }).then(answer);
    else answer();
    return {};
  });
}
