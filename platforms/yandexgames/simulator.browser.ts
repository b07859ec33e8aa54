// Yandex Games' page around a game. It pauses the game under overlays.
import type { SimulatorPageContext } from '../simulator-port.browser.ts';
import { readUntrustedFields, readUntrustedText, type UntrustedFields } from '../kit/fields.browser.ts';
import {
  assumedPhoneFramePermissions,
  requestSimulatedConsent,
  createSimulatedHostPage,
  lateReplyDelayMs,
  showSimulatedAd,
  showSimulatedPayment,
  updateSimulatedStorage,
  delay,
  type SimulatedCallHandlers,
} from '../kit/simulator.browser.ts';

const mark = 'simulated-yandex-games';
/** Those of the simulated console. */
const simulatedLeaderboards = new Set(['deepest']);

export const page = createSimulatedHostPage({
  appearance: { title: 'Yandex Games', bar: '#21201f', text: '#ffffff', page: '#f5f4f2' },
  permissions: assumedPhoneFramePermissions,
  firstCall: 'init',
  hidden: ['game_api_pause', 'game_api_resume'],
  read(message) {
    const { mark: found, id, app, method, params } = readUntrustedFields(message);
    if (found !== mark || typeof method !== 'string') return undefined;
    return { name: method, params: { ...readUntrustedFields(params), app }, id: String(id) };
  },
  event: (event) => ({ mark, event }),
  answer: ({ id }, end) => ({
    mark,
    id: Number(id),
    ...('error' in end ? { error: end.error.message } : { result: end.result }),
  }),
  createHandlers(stage, tell) {
    const over = async <T>(show: () => Promise<T>): Promise<T> => {
      tell('game_api_pause');
      try {
        return await show();
      } finally {
        tell('game_api_resume');
      }
    };
    const ask = (title: string, text: string, yes: string) =>
      over(() => requestSimulatedConsent(stage, title, text, yes));
    const people = createPeople(stage, ask);
    return { ...people.handlers, ...createMoney(stage, over, people.playerId) };
  },
});

type Ask = (title: string, text: string, yes: string) => Promise<boolean>;

function createPeople(
  stage: SimulatorPageContext,
  ask: Ask,
): { handlers: SimulatedCallHandlers; playerId: () => string } {
  const { scenario, player } = stage;
  const { language } = scenario;
  let person = {
    id: player.id,
    firstName: player.firstName,
    lastName: player.lastName,
    language,
    isGuest: player.isGuest,
  };
  let isReviewed = false;
  let lastScoreAt = -Infinity;
  const canReview = (): { value: boolean; reason?: string } => {
    if (person.isGuest) return { value: false, reason: 'NO_AUTH' };
    return isReviewed ? { value: false, reason: 'REVIEW_ALREADY_REQUESTED' } : { value: true };
  };
  const handlers: SimulatedCallHandlers = {
    init: () => ({
      environment: {
        app: { id: '100200' },
        i18n: { lang: language, tld: 'com' },
        browser: { lang: language },
        payload: null,
      },
      device: scenario.device === 'phone' ? 'mobile' : 'desktop',
    }),
    player: async () => ({
      ...readUntrustedFields(await stage.fetch('/web/player', { ...person, isExpired: scenario.proof === 'expired' })),
      isAuthorized: !person.isGuest,
    }),
    signIn: async () => {
      if (!person.isGuest) return {};
      if (!(await ask('Sign in to Yandex', 'Your progress is then kept.', 'Sign in'))) throw new Error('Closed');
      person = { ...person, id: `${player.id}7`, firstName: 'Sasha', lastName: 'Ivanova', isGuest: false };
      return {};
    },
    data: () => updateSimulatedStorage(stage, person.id),
    setData: ({ data }) => updateSimulatedStorage(stage, person.id, { set: { data } }),
    canReview,
    requestReview: async () => {
      const { value, reason } = canReview();
      if (!value) throw new Error(reason);
      isReviewed = true;
      return { feedbackSent: await ask('Rate the game', 'How do you like it?', 'Five stars') };
    },
    canShowPrompt: () => ({ canShow: true }),
    showPrompt: async () => ({
      outcome: (await ask('Add a shortcut?', 'The game gets an icon.', 'Add')) ? 'accepted' : 'rejected',
    }),
    writeText: ({ text }) => stage.notify(`Copied: ${readUntrustedText(text)}`),
    isAvailable: ({ name }) => name !== 'leaderboards.setScore' || !person.isGuest,
    setScore: ({ name, score }) => {
      if (person.isGuest) throw new Error('The user is not authorized');
      if (!simulatedLeaderboards.has(readUntrustedText(name))) throw new Error('404: no such leaderboard');
      if (!Number.isInteger(score) || Number(score) < 0) throw new Error('The score must be an integer from 0');
      if (Date.now() - lastScoreAt < 1000) throw new Error('Too many requests');
      lastScoreAt = Date.now();
      stage.notify(`Leaderboard ${readUntrustedText(name)}: ${Number(score)}`);
      return {};
    },
    orientation: ({ orientation }) => stage.notify(`The screen is locked: ${readUntrustedText(orientation)}`),
    fullscreen: () => ({}),
    loadingReady: () => ({}),
    gameplayStart: () => ({}),
    gameplayStop: () => ({}),
  };
  return { handlers, playerId: () => person.id };
}

type Over = <T>(show: () => Promise<T>) => Promise<T>;

function createMoney(stage: SimulatorPageContext, over: Over, playerId: () => string): SimulatedCallHandlers {
  const hasAds = (): boolean => stage.scenario.ad !== 'no-fill';
  let hasBanner = false;
  const setBanner = (isShown: boolean) => () => {
    if (!hasAds()) return { stickyAdvIsShowing: false, reason: 'ADV_IS_NOT_CONNECTED' };
    hasBanner = isShown;
    stage.banner(isShown ? 'bottom' : undefined);
    return { stickyAdvIsShowing: hasBanner };
  };
  const buyerOf = ({ app }: UntrustedFields): object => ({ app, playerId: playerId() });
  return {
    catalogue: (params) => stage.fetch('/web/catalogue', buyerOf(params)),
    purchase: (params) => over(() => purchase(stage, buyerOf(params), params)),
    // A promotion link of the platform grants a bonus.
    bonus: (params) =>
      stage.fetch('/web/buy', {
        ...buyerOf(params),
        id: 'gems-100',
        developerPayload: 'simulated-platform-bonus',
      }),
    purchases: (params) => stage.fetch('/web/purchases', buyerOf(params)),
    consume: (params) => stage.fetch('/web/consume', { ...buyerOf(params), token: params['token'] }),
    hasAd: hasAds,
    ad: ({ kind }) => over(() => showSimulatedAd(stage, `A ${readUntrustedText(kind)} would be here.`)),
    bannerStatus: () => ({ stickyAdvIsShowing: hasBanner }),
    showBanner: setBanner(true),
    hideBanner: setBanner(false),
  };
}

/** There are no webhooks to delay or repeat; only the window's result can be late. */
async function purchase(
  stage: SimulatorPageContext,
  buyer: object,
  { id, developerPayload }: UntrustedFields,
): Promise<unknown> {
  let bought: unknown;
  const end = await showSimulatedPayment(stage, {
    async describe() {
      const products = (await stage.fetch('/web/catalogue', buyer)) as UntrustedFields[];
      const product = products.find((each) => each['id'] === id);
      if (!product) throw new Error(`There is no product ${readUntrustedText(id)}`);
      return { text: readUntrustedText(product['title']), yes: `Pay ${readUntrustedText(product['priceValue'])} YAN` };
    },
    async pay(telling) {
      bought = await stage.fetch('/web/buy', { ...buyer, id, developerPayload });
      await delay(telling === 'late' ? lateReplyDelayMs : 0);
      return 'paid';
    },
  });
  if (end === 'paid') return bought;
  throw new Error(end === 'failed' ? 'PAYMENT_FAILURE' : 'The payment window was closed');
}
