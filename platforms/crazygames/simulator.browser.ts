// CrazyGames' page around a game. It also shows Pay Station for the simulated widget.
import type { SimulatorPageContext } from '../simulator-port.browser.ts';
import { readUntrustedFields, readUntrustedText, type UntrustedFields } from '../kit/fields.browser.ts';
import {
  createResultsEvent,
  assumedPhoneFramePermissions,
  requestSimulatedConsent,
  createSimulatedHostPage,
  showSimulatedAd,
  showSimulatedPayment,
  updateSimulatedStorage,
  type SimulatedCallHandlers,
} from '../kit/simulator.browser.ts';

const mark = 'simulated-crazygames';
const payMark = 'simulated-pay-station';

export const page = createSimulatedHostPage({
  appearance: { title: 'CrazyGames', bar: '#0c0d14', text: '#f9faff', page: '#1c1e2b' },
  permissions: assumedPhoneFramePermissions,
  firstCall: 'init',
  read(message) {
    const { mark: found, id, method, params } = readUntrustedFields(message);
    if ((found !== mark && found !== payMark) || typeof method !== 'string') return undefined;
    return { name: method, params: readUntrustedFields(params), id: String(id) };
  },
  event: (event, data) => ({ mark, event, data }),
  answer: ({ id = '' }, end) => ({
    ...(id.startsWith('pay-') ? { mark: payMark, id } : { mark, id: Number(id) }),
    ...('error' in end ? { error: end.error.message } : { result: end.result }),
  }),
  createHandlers: (stage, tell) => ({ ...createPeople(stage, tell), ...createRest(stage) }),
  createEvents(tell, stage) {
    let settings = { muteAudio: false, disableChat: false };
    const change = (name: keyof typeof settings) => () => {
      settings = { ...settings, [name]: !settings[name] };
      tell('settings', settings);
    };
    return [
      { title: 'The player turns the sound off or on', send: change('muteAudio') },
      { title: 'The player turns the chat off or on', send: change('disableChat') },
      { title: 'The player joins the room of a friend', send: () => tell('room', { roomId: 'simulated-room' }) },
      createResultsEvent(stage),
    ];
  },
});

const fail = (code: string): never => {
  throw new Error(code);
};

type Person = Pick<SimulatorPageContext['player'], 'id' | 'firstName' | 'lastName'>;

const nameOf = ({ id, firstName, lastName }: Person): string => {
  const name = `${firstName}.${lastName}`.replaceAll(/[^\w.]/g, '').slice(0, 20);
  return name.length < 6 ? `Player.${id}`.slice(0, 20) : name;
};

const describe = ({ at }: SimulatorPageContext, person: Person) => ({
  username: nameOf(person),
  profilePictureUrl: `${at}/avatar.svg`,
});

function createPeople(stage: SimulatorPageContext, tell: (event: string, data: object) => void): SimulatedCallHandlers {
  const { scenario, player } = stage;
  let person: Person | undefined = player.isGuest ? undefined : player;
  const store = (change: object = {}) => updateSimulatedStorage(stage, person?.id ?? `guest ${player.id}`, change);
  const countryCode = player.country;
  return {
    init: async () => ({
      data: await store(),
      systemInfo: {
        countryCode,
        locale: `${scenario.language}-${countryCode}`,
        device: { type: scenario.device === 'phone' ? 'mobile' : 'desktop' },
        applicationType: 'web',
      },
      inviteParams: {},
      isUserAccountAvailable: true,
    }),
    getUser: () => (person ? describe(stage, person) : null),
    getUserToken: async () => {
      if (!person) return fail('userNotAuthenticated');
      const asked = { id: person.id, username: nameOf(person), isExpired: scenario.proof === 'expired' };
      return readUntrustedFields(await stage.fetch('/web/token', asked))['token'];
    },
    showAuthPrompt: async () => {
      if (person) return fail('userAlreadySignedIn');
      if (!(await requestSimulatedConsent(stage, 'Sign in to CrazyGames', 'Your progress is then kept.', 'Sign in')))
        return fail('userCancelled');
      const guestData = await store();
      person = { id: `${player.id}7`, firstName: 'Sasha', lastName: 'Ivanova' };
      // A user without data gets the guest's.
      const ownData = await store();
      tell('data', Object.keys(ownData).length > 0 ? ownData : await store({ set: guestData }));
      const user = describe(stage, person);
      tell('auth', user);
      return user;
    },
    storeData: ({ set, remove }) => store({ set, remove }),
    listFriends({ page: number, size }) {
      if (!person) return fail('userNotAuthenticated');
      const from = (Number(number) - 1) * Number(size);
      const friends = player.friends.slice(from, from + Number(size));
      return {
        friends: friends.map((friend) => ({ id: friend.id, ...describe(stage, friend) })),
        page: number,
        size,
        hasMore: from + friends.length < player.friends.length,
        total: player.friends.length,
      };
    },
  };
}

function createRest(stage: SimulatorPageContext): SimulatedCallHandlers {
  const hasAds = (): boolean => stage.scenario.ad !== 'no-fill';
  const note = (text: string) => () => stage.notify(text);
  const quiet = () => ({});
  return {
    hasAd: hasAds,
    hasAdblock: () => false,
    ad: ({ kind }) => showSimulatedAd(stage, `A ${readUntrustedText(kind)} advertisement would be here.`),
    showBanner: () => (hasAds() ? void stage.banner('bottom') : fail('unfilled')),
    hideBanner: () => void stage.banner(undefined),
    loadingStart: quiet,
    loadingStop: quiet,
    gameplayStart: quiet,
    gameplayStop: quiet,
    updateRoom: quiet,
    leftRoom: quiet,
    happytime: note('Confetti!'),
    submitScore: note('A score was submitted.'),
    showInviteButton: note('The page has a button for invitations now.'),
    hideInviteButton: note('The page has no button for invitations any more.'),
    trackOrder: ({ provider, status }) =>
      stage.notify(`An order of ${readUntrustedText(provider)} was tracked: ${readUntrustedText(status)}.`),
    payStation: ({ token }) => payAtStation(stage, { token }),
  };
}

const payAtStation = (stage: SimulatorPageContext, token: UntrustedFields): Promise<string> =>
  showSimulatedPayment(stage, {
    async describe() {
      const { name, price } = readUntrustedFields(await stage.fetch('/web/order', token));
      return { text: readUntrustedText(name), yes: `Pay ${readUntrustedText(price)}` };
    },
    async pay(telling) {
      const { status } = readUntrustedFields(await stage.fetch('/web/pay', { ...token, telling }));
      return status === 'paid' ? 'paid' : 'failed';
    },
  });
