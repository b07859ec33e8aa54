// Simulates Xsolla for development and tests. Payment webhooks are resent until they are accepted or rejected; user
// validation is sent once.
import { readSimulatorParams, SimulatedVendorError } from '#kit/simulator-api.server.ts';
import { isSuccessStatus, sendWebhookOnce } from '#kit/simulator-webhooks.server.ts';
import { simulatedXsollaApiKey, mountXsollaApi, simulatedXsollaProject } from '#kit/xsolla/simulator-api.server.ts';
import {
  findLastTransaction,
  listXsollaActions,
  performXsollaAction,
  readPriceMinor,
  computeChargedAndReturned,
} from '#kit/xsolla/simulator-records.server.ts';
import type { SimulatedToken, XsollaAction, XsollaEvent } from '#kit/xsolla/simulator-records.server.ts';
import { buildXsollaWebhook } from '#kit/xsolla/simulator-webhook.server.ts';
import { formatMoney } from '#model/money.ts';
import { sendPayPage, type PayPageReply } from '../simulator-pay-page.server.ts';
import { requireChosenAction, simulateProvider } from '../simulator-provider.server.ts';

export const simulator = simulateProvider<SimulatedToken, XsollaEvent, XsollaAction>({
  title: 'Xsolla',
  accent: '#0073c4',
  backOffice: 'Publisher Account',
  settings: ({ at, isLive = false }) => ({
    MerchantId: simulatedXsollaProject.merchantId,
    ProjectId: simulatedXsollaProject.projectId,
    ApiKey: simulatedXsollaApiKey,
    WebhookKeys: [simulatedXsollaProject.key],
    Sandbox: !isLive,
    ApiBase: at,
    PayStationUrl: at,
    ScriptUrl: `${at}/widget.min.js`,
  }),
  readAttemptId: ({ externalId }) => externalId,
  listActions: listXsollaActions,
  performAction: performXsollaAction,
  sum: computeChargedAndReturned,
  writeWebhook: buildXsollaWebhook,
  // Xsolla retries for two days; the simulator retries within seconds. 400 is a rejection.
  retryRules: { pausesMs: [300, 900, 2_000], isOver: (end) => isSuccessStatus(end) || end.status === 400 },
  describe: (token) => ({ id: token.token, name: token.description, price: sayPrice(token), state: sayState(token) }),
  switches: { refundsLater: 'Take refunds on, and send them later' },
  script: { path: '/widget.min.js', file: new URL('simulator-script.js', import.meta.url) },
  async pay(texts, { records, place, act }) {
    const token = records.get(texts['token'] ?? '');
    if (!token) throw new SimulatedVendorError(400, { error: 'There is no such token.' });
    if (texts['how'] === 'wait') return answerBuyer(token);
    const chosen = requireChosenAction(texts, ['pay', 'decline', 'pay later']);
    if (!listXsollaActions(token).includes(chosen))
      throw new SimulatedVendorError(400, { error: 'This token was used.' });
    const player = await sendWebhookOnce(
      place.hookUrl,
      buildXsollaWebhook({ type: 'user_validation', token, at: place.now() }),
    );
    if (!isSuccessStatus(player))
      return { status: 'refused', error: `The shop does not know this player: ${player.status}` };
    if (chosen === 'pay') token.delivery = 'delivering';
    const sent = act(chosen, token);
    if (chosen === 'decline') return { status: 'declined', error: 'Your card was declined. Try again.' };
    if (chosen === 'pay')
      void sent.then(([end]) => (token.delivery = end && isSuccessStatus(end) ? 'done' : 'troubled'));
    return answerBuyer(token);
  },
  mount(app, context) {
    mountXsollaApi(app, {
      records: context.records,
      isLive: context.place.isLive ?? false,
      refund: (token) => void context.act(context.isOn('refundsLater') ? 'accept refund' : 'refund', token),
    });
    // The widget passes `access_token`, current Pay Station links pass `token`.
    for (const path of ['/paystation2/', '/paystation4/'])
      app.get(path, (request, reply) => {
        const { access_token: first, token: second } = readSimulatorParams(request.query);
        const token = context.records.get(first ?? second ?? '');
        if (!token) return reply.code(404).send({ error: 'There is no such token.' });
        return sendPayPage(reply, {
          provider: 'Xsolla Pay Station',
          accent: '#0073c4',
          name: token.description,
          price: sayPrice(token),
          token: token.token,
          payUrl: `${context.place.at}/pay`,
          choices: { pay: 'Pay', decline: 'Decline', 'pay later': 'Pay in a shop (invoice)' },
          hasBank: true,
          canClose: true,
          parentOrigin: '*',
          returnUrl: token.returnUrl,
          tell: `${tellWidget}(${JSON.stringify({ userId: token.userId, country: token.country })})`,
        });
      });
  },
});

const texts = {
  none: 'Here is your invoice. Pay it in a shop.',
  delivering: 'Paid.',
  done: 'Done.',
  troubled: 'Paid, and the shop does not answer.',
};

const answerBuyer = ({ delivery }: SimulatedToken): PayPageReply => ({
  status: delivery === 'none' ? 'invoice' : delivery,
  text: texts[delivery],
  isWaiting: delivery === 'delivering',
  isOver: delivery === 'done',
});

// Runs in the page. Any window may receive the messages, because they contain no secret.
const tellWidget = `((player) => (name, detail) => {
  if (window.parent === window) return;
  const send = (command, data = {}) => window.parent.postMessage(JSON.stringify({ command, data }), '*');
  if (name === 'ready') {
    send('fcp');
    send('widget-detection');
    send('user-country', { user_country: player.country });
  }
  if (name === 'height') send('dimensions', { dimensions: { width: 460, height: detail.height } });
  if (name === 'status') send('status', { paymentInfo: { status: detail.status, userId: player.userId } });
  if (name === 'closed') send('close');
})`;

const sayPrice = (token: SimulatedToken): string =>
  formatMoney({ minor: readPriceMinor(token), currency: token.currency }, 'en');

function sayState(token: SimulatedToken): string {
  const last = findLastTransaction(token);
  if (!last) return 'not paid';
  const parts = last.partsMinor > 0 ? [`${last.partsMinor} minor units went back`] : [];
  return [`${last.id} ${last.status}`, ...parts, ...(last.isDisputed ? ['disputed'] : [])].join('; ');
}
