// The page of ag.ru around a game: replies with an array of result and error, some replies several times, and ignores
// unknown calls.
import type { SimulatorPageContext } from '../simulator-port.browser.ts';
import { readUntrustedFields, readUntrustedText } from '../kit/fields.browser.ts';
import {
  assumedFramePermissions,
  requestSimulatedConsent,
  createSimulatedHostPage,
  UnknownCallError,
  showSimulatedAd,
  showSimulatedPayment,
  type SimulatedCallHandlers,
} from '../kit/simulator.browser.ts';

export const page = createSimulatedHostPage({
  appearance: { title: 'AG.ru', bar: '#151515', text: '#ffffff', page: '#f2f2f2' },
  permissions: assumedFramePermissions,
  firstCall: 'agru-sayHello',
  read(message) {
    const { type, data } = readUntrustedFields(message);
    return typeof type === 'string' && type.includes('agru-') && data !== undefined && !Array.isArray(data)
      ? { name: type, params: { data } }
      : undefined;
  },
  event: (type, data) => ({ type, data }),
  answer({ name: type }, end) {
    if ('result' in end) return end.result === undefined ? undefined : { type, data: [end.result, null] };
    if (end.error instanceof UnknownCallError) return undefined;
    return { type, data: [type === 'agru-getUsers' ? [] : null, { detail: end.error.message }] };
  },
  createHandlers(stage, tell) {
    const say = (method: string, ...results: unknown[]): void =>
      results.forEach((result) => tell(`agru-${method}`, [result, null]));
    return {
      'agru-sayHello': () => 'Hello, from AG.ru',
      'agru-getUsers': async ({ data }) =>
        readUntrustedFields(await stage.fetch('/players', { players_ids: readUntrustedText(data) }))['players'],
      'agru-toggleFullscreen': () => true,
      ...createSignIn(stage, say),
      ...createMoney(stage, say),
    };
  },
});

type Say = (method: string, ...results: unknown[]) => void;

function createSignIn(stage: SimulatorPageContext, say: Say): SimulatedCallHandlers {
  let { isGuest } = stage.player;
  // One window handles both calls and reports the result to both.
  const authorize = async (): Promise<void> => {
    if (isGuest) {
      say('authorize', true);
      isGuest = !(await requestSimulatedConsent(stage, 'Sign in at AG.ru', 'Your progress is then kept.', 'Sign in'));
      say('authorize', false);
      say('authorizeAndWait', !isGuest);
      const person = { id: `${stage.player.id}7`, first_name: 'Sasha', last_name: 'Ivanova', guest: 'false' };
      if (!isGuest) say('optionsUpdates', await stage.fetch('/start', person));
      return;
    }
    say('authorize', false);
    say('authorizeAndWait', true);
  };
  return { 'agru-authorize': authorize, 'agru-authorizeAndWait': authorize };
}

const createMoney = (stage: SimulatorPageContext, say: Say): SimulatedCallHandlers => ({
  'agru-showCampaign': async ({ data }) => {
    const type = readUntrustedText(readUntrustedFields(data)['type']);
    if (stage.scenario.ad !== 'no-fill') say('showCampaign', { type, status: true, reward: false });
    const end = await showSimulatedAd(stage, `A campaign of the kind ${type} would be here.`);
    if (end === 'no-fill') throw new Error('No campaign');
    say('showCampaign', { type, status: false, reward: type === 'rewarded' && end === 'finished' });
  },
  'agru-showPayment': async ({ data: token }) => {
    let info: object | null = null;
    say('showPayment', { status: true, info });
    const end = await showSimulatedPayment(stage, {
      async describe() {
        const { title, amount, currency } = readUntrustedFields(await stage.fetch('/payment', { token }));
        return {
          text: readUntrustedText(title),
          yes: `Pay ${readUntrustedText(amount)} ${readUntrustedText(currency)}`,
        };
      },
      async pay(telling) {
        const { transaction_id: invoice, ...rest } = readUntrustedFields(await stage.fetch('/pay', { token, telling }));
        info = { ...rest, invoice };
        return 'paid';
      },
    });
    if (end === 'failed') info = { status: 'fail' };
    if (end === 'cancelled') info = null;
    say('showPayment', { status: false, info });
  },
});
