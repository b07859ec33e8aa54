// Steam's pages for normal browsers: sign-in with OpenID, and approving a purchase.
import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readSimulatorParams } from '#kit/simulator-api.server.ts';
import { escapeHtml, sendSimulatorPage } from '#kit/simulator-page.server.ts';
import type { StringParams } from '#kit/sorted-signature.server.ts';
import type { SimulatorEnvironment } from '../simulator-port.server.ts';
import { getSimulatorRecords, changePurchaseStatus, formatSteamTime } from './simulator-records.server.ts';

const openIdKey = 'sim-openid-key';

/** Signs like OpenID, so that forged replies can be recognised. */
export const signOpenId = (fields: StringParams): string =>
  createHmac('sha1', openIdKey)
    .update(
      (fields['signed'] ?? '')
        .split(',')
        .map((name) => `${name}:${fields[name] ?? ''}\n`)
        .join(''),
    )
    .digest('base64');

export function createReturnQuery(steamId: string, returnTo: string, { at, now }: SimulatorEnvironment): string {
  const claimed = `${at}/openid/id/${steamId}`;
  const fields = {
    ns: 'http://specs.openid.net/auth/2.0',
    mode: 'id_res',
    op_endpoint: `${at}/openid/login`,
    claimed_id: claimed,
    identity: claimed,
    return_to: returnTo,
    response_nonce: `${formatSteamTime(now())}${randomBytes(9).toString('base64')}`,
    assoc_handle: '1234567890',
    signed: 'signed,op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle',
  };
  const named = Object.entries({ ...fields, sig: signOpenId(fields) }).map(([name, value]) => [
    `openid.${name}`,
    value,
  ]);
  return new URLSearchParams(named).toString();
}

export function mountSteamPages(app: FastifyInstance, place: SimulatorEnvironment): void {
  const { nonces, purchases } = getSimulatorRecords(place);
  const page = { title: 'Steam (simulated)', accent: '#1a9fff', frameAncestors: "'none'" };
  const hide = (name: string, value: string): string =>
    `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;
  app.get('/openid/login', (request, reply) => {
    const returnTo = readSimulatorParams(request.query)['openid.return_to'] ?? '';
    const body = `<main><h1>Sign in through Steam</h1><form action="${place.at}/openid/person">${hide('return_to', returnTo)}<label>Number of the person (invented) <input name="steamid" value="76561198000000001" pattern="\\d{17}"></label><button class="main">Sign in</button></form></main>`;
    return sendSimulatorPage(reply, { ...page, body });
  });
  app.get('/openid/person', (request, reply) => {
    const { steamid = '', return_to: returnTo = '' } = readSimulatorParams(request.query);
    return goBack(reply, `${returnTo}&${createReturnQuery(steamid, returnTo, place)}`);
  });
  app.post('/openid/login', async (request, reply) => {
    const named = Object.entries(readSimulatorParams(request.body)).map(([name, value]) => [
      name.replace(/^openid\./, ''),
      value ?? '',
    ]);
    const fields = Object.fromEntries(named) as StringParams;
    const { response_nonce: nonce = '' } = fields;
    const isValid =
      fields['mode'] === 'check_authentication' && fields['sig'] === signOpenId(fields) && !nonces.has(nonce);
    nonces.add(nonce);
    return reply.type('text/plain').send(`ns:${fields['ns']}\nis_valid:${isValid}\n`);
  });
  app.get('/checkout/approvetxn/:transid/', (request, reply) => {
    const { transid = '', returnurl = '' } = {
      ...readSimulatorParams(request.query),
      ...readSimulatorParams(request.params),
    };
    const found = [...purchases.values()].find((each) => each.transid === transid);
    if (!found) return reply.code(404).send({ error: 'There is no such purchase.' });
    const fields = hide('orderid', found.orderid) + hide('returnurl', returnurl);
    const body = `<main><h1>${escapeHtml(found.description)}</h1><p class="price">${found.hundredths / 100} ${found.currency}</p><form action="${place.at}/checkout/answer">${fields}<button class="main" name="status" value="Approved">Approve</button><button name="status" value="Failed">Cancel</button></form></main>`;
    return sendSimulatorPage(reply, { ...page, body });
  });
  app.get('/checkout/answer', (request, reply) => {
    const { orderid = '', status = '', returnurl = '' } = readSimulatorParams(request.query);
    changePurchaseStatus(orderid, status, place);
    return goBack(reply, returnurl);
  });
}

const goBack = (reply: FastifyReply, address: string): FastifyReply =>
  reply.code(302).header('location', address).send();
