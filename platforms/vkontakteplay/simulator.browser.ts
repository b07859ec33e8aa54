// VK Play's page around a game. A guest isn't signed in there; after signing in they haven't played the game yet and
// must be registered.
import type { SimulatedPlayer } from '../scenario.ts';
import type { SimulatorPageContext } from '../simulator-port.browser.ts';
import { readUntrustedFields, readUntrustedText, type UntrustedFields } from '../kit/fields.browser.ts';
import {
  assumedFramePermissions,
  requestSimulatedConsent,
  createSimulatedHostPage,
  showSimulatedAd,
  showSimulatedPayment,
  type SimulatedCallHandlers,
} from '../kit/simulator.browser.ts';

const mark = 'simulated-vk-play';

export const page = createSimulatedHostPage({
  appearance: { title: 'VK Play', bar: '#0f1726', text: '#ffffff', page: '#e9edf5' },
  permissions: assumedFramePermissions,
  firstCall: 'connect',
  read(message) {
    const { mark: found, id, app, method, params } = readUntrustedFields(message);
    if (found !== mark || typeof method !== 'string') return undefined;
    return { name: method, params: { ...readUntrustedFields(params), app }, id: String(id) };
  },
  event: (event, data) => ({ mark, event, data }),
  answer: ({ id }, end) => ({
    mark,
    id: Number(id),
    ...('error' in end ? { error: end.error.message } : { result: end.result }),
  }),
  createHandlers(stage, tell) {
    const people = createPeople(stage);
    return {
      connect: () => ({}),
      ...people.handlers,
      async showAds({ interstitial }) {
        const end = await showSimulatedAd(
          stage,
          interstitial === true ? 'An interstitial would be here.' : 'A video would be here.',
        );
        if (end === 'finished') return { type: 'adCompleted' };
        return { type: 'adDismissed', ...(end === 'no-fill' && { code: 'AdsNotFound' }) };
      },
      async paymentFrame({ app, merchant_param }) {
        if ((await showBilling(stage, { app, uid: people.uid(), ...readUntrustedFields(merchant_param) })) === 'paid')
          tell('paymentReceived', { status: 'ok', uid: Number(people.uid()) });
        // The window closes in any case; for a failed payment this is the only event.
        tell('paymentWindowClosed');
      },
    };
  },
});

type Person = Omit<SimulatedPlayer, 'friends'>;

function createPeople(stage: SimulatorPageContext): { handlers: SimulatedCallHandlers; uid: () => string } {
  const { scenario, player } = stage;
  let person: Person = player;
  let loginStatus = player.isGuest ? 0 : 2;
  const describe = ({ id, firstName, lastName }: Person) => ({
    uid: Number(id),
    nick: `${firstName} ${lastName}`.trim(),
    slug: `player-${id}`,
    avatar: `${stage.at}/avatar/${id}`,
  });
  const known = <T>(answer: T): { status: 'ok' } & T => {
    if (loginStatus < 2) throw new Error('User is not registered');
    return { status: 'ok', ...answer };
  };
  return {
    uid: () => person.id,
    handlers: {
      getLoginStatus: () => ({ status: 'ok', loginStatus }),
      async authUser() {
        if (!(await requestSimulatedConsent(stage, 'Sign in to VK Play', 'The page then reloads.', 'Sign in'))) return;
        person = { ...person, id: `${player.id}7`, firstName: 'Sasha', lastName: 'Ivanova', isGuest: false };
        loginStatus = 1;
      },
      async registerUser() {
        if (!(await requestSimulatedConsent(stage, 'Play this game?', 'The game gets to know your name.', 'Play')))
          throw new Error('User has not agreed');
        loginStatus = 2;
        return known({ uid: Number(person.id), hash: 'of-the-address' });
      },
      reloadWindow: () => stage.notify("The game's window reloads"),
      // This `hash` is not a token.
      userInfo: () => known({ uid: Number(person.id), hash: 'of-the-address' }),
      userProfile: () =>
        known({
          ...describe(person),
          birthyear: '1990',
          ...(person.gender !== 'unspecified' && { sex: person.gender }),
        }),
      getAuthToken: async ({ app }) => {
        const wish = { app, uid: known({ uid: person.id }).uid, isExpired: String(scenario.proof === 'expired') };
        return known(readUntrustedFields(await stage.fetch('/web/token', wish)));
      },
      userFriends: () => known({ friends: player.friends.map(describe) }),
      userSocialFriends: () =>
        known({ friends: player.friends.map((friend) => ({ ...describe(friend), uid: undefined, online: 1 })) }),
    },
  };
}

const showBilling = (stage: SimulatorPageContext, purchase: UntrustedFields) =>
  showSimulatedPayment(stage, {
    async describe() {
      const { amount, currency, description } = purchase;
      return { text: readUntrustedText(description), yes: `Pay ${String(amount)} ${readUntrustedText(currency)}` };
    },
    async pay(telling) {
      const { outcome } = readUntrustedFields(await stage.fetch('/web/pay', { ...purchase, telling }));
      return outcome === 'paid' ? 'paid' : 'failed';
    },
  });
