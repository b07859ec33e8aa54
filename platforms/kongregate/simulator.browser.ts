// Kongregate's page around a game. It implements the simulated script's calls. A closed dialog and a failed one give
// the same result.
import type { SimulatorPageContext } from '../simulator-port.browser.ts';
import { readUntrustedFields, readUntrustedText, type UntrustedFields } from '../kit/fields.browser.ts';
import {
  assumedFramePermissions,
  createResultsEvent,
  requestSimulatedConsent,
  createSimulatedHostPage,
  showSimulatedAd,
  showSimulatedPayment,
  type SimulatedCallHandlers,
} from '../kit/simulator.browser.ts';

const mark = 'simulated-kongregate';

type Tell = (event: string, data?: object) => void;

export const page = createSimulatedHostPage({
  appearance: { title: 'Kongregate', bar: '#990000', text: '#ffffff', page: '#ecebe9' },
  permissions: assumedFramePermissions,
  firstCall: 'params',
  read(message) {
    const { mark: found, id, method, params } = readUntrustedFields(message);
    return found === mark && typeof method === 'string'
      ? { name: method, params: readUntrustedFields(params), id: String(id) }
      : undefined;
  },
  event: (event, data) => ({ mark, event, data }),
  answer: ({ id }, end) => ({ mark, id: Number(id), result: 'error' in end ? { success: false } : end.result }),
  createHandlers: (stage, tell) => ({ ...createPeople(stage, tell), ...createAds(stage, tell) }),
  createEvents: (_, stage) => [createResultsEvent(stage)],
});

function createPeople(stage: SimulatorPageContext, tell: Tell): SimulatedCallHandlers {
  const { player, scenario } = stage;
  const { id, firstName, lastName, isGuest } = player;
  let person = { id: isGuest ? '0' : id, firstName, lastName };
  const describe = () => stage.fetch('/page/player', { ...person, isExpired: scenario.proof === 'expired' });
  const agree = async (title: string, text: unknown, yes: string, more: object = {}) => ({
    success: await requestSimulatedConsent(stage, title, readUntrustedText(text), yes),
    ...more,
  });
  return {
    params: describe,
    registration: async () => {
      if (!(await requestSimulatedConsent(stage, 'Join Kongregate', 'Your progress is then kept.', 'Sign in'))) return;
      person = { id: `${id}7`, firstName: 'Robin', lastName: 'Doe' };
      tell('userInfo', readUntrustedFields(await describe()));
    },
    invitation: ({ content, filter }) => {
      const asked = readUntrustedText(filter).split(' ').filter(Boolean);
      const recipients = player.friends.filter((friend) => asked.length === 0 || asked.includes(friend.id));
      return agree('Invite friends', content, 'Send', { recipients: recipients.map((friend) => friend.firstName) });
    },
    feedPost: ({ content }) => agree('Post on your feed', content, 'Post'),
    purchase: (params) => purchase(params, stage, person.id),
    stat: ({ name, value }) => stage.notify(`${readUntrustedText(name)} is ${String(value)}`),
    resize: () => undefined,
  };
}

function createAds(stage: SimulatorPageContext, tell: Tell): SimulatedCallHandlers {
  const hasAds = (): boolean => stage.scenario.ad !== 'no-fill';
  return {
    initializeAds: () => tell(hasAds() ? 'adsAvailable' : 'adsUnavailable'),
    showAd: async () => {
      if (hasAds()) tell('adOpened');
      const end = await showSimulatedAd(stage, 'A video would be here.');
      if (end === 'no-fill') tell('adsUnavailable');
      else tell(end === 'finished' ? 'adCompleted' : 'adAbandoned');
    },
  };
}

/** Queries the item at our server before showing the dialog. */
async function purchase({ orderInfo }: UntrustedFields, stage: SimulatorPageContext, buyerId: string): Promise<object> {
  const asked = readUntrustedFields(
    await stage.fetch('/page/order/begin', { order_info: orderInfo, buyer_id: buyerId }),
  );
  if (asked['outcome'] !== 'asked') return { success: false };
  const { order_id, name, price } = asked;
  const end = await showSimulatedPayment(stage, {
    describe: async () => ({
      text: readUntrustedText(name),
      yes: `Pay ${Number(price)} ${price === 1 ? 'Kred' : 'Kreds'}`,
    }),
    async pay(telling) {
      const { outcome } = readUntrustedFields(await stage.fetch('/page/order/pay', { order_id, telling }));
      return outcome === 'completed' ? 'paid' : 'failed';
    },
  });
  return end === 'paid' ? { success: true, item_order_id: order_id } : { success: false };
}
