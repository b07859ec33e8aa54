// Odnoklassniki's page around a game. On a phone it uses the Android app's texts.
import type { SimulatorPageContext } from '../simulator-port.browser.ts';
import { readUntrustedFields, readUntrustedText } from '../kit/fields.browser.ts';
import {
  assumedPhoneFramePermissions,
  requestSimulatedConsent,
  createSimulatedHostPage,
  UnknownCallError,
  showSimulatedAd,
  showSimulatedPayment,
  type SimulatedCallHandlers,
} from '../kit/simulator.browser.ts';

export const page = createSimulatedHostPage({
  appearance: { title: 'Odnoklassniki', bar: '#ee8208', text: '#ffffff', page: '#f0f0f0' },
  permissions: assumedPhoneFramePermissions,
  firstCall: 'attach',
  read(message) {
    const [, text] = /^__FAPI__(.*)$/s.exec(readUntrustedText(message)) ?? [];
    const [name = '', ...args] = (text ?? '').split('$').map(decodeURIComponent);
    return text === undefined ? undefined : { name, params: { args } };
  },
  event: (name, { result, data }: Partial<Answer>) => write(name, { result: result ?? '', data: data ?? '' }),
  answer: ({ name }, end) =>
    write(
      name,
      'error' in end
        ? no(end.error instanceof UnknownCallError ? 'not_supported' : 'no_network')
        : (end.result as Answer),
    ),
  createHandlers: (stage, tell) => ({ ...createDialogs(stage), ...createMoney(stage, tell), ...createPage(stage) }),
});

interface Answer {
  readonly result: string;
  readonly data: string;
}

const write = (name: string, { result, data }: Answer): string =>
  [name, result, data].map(encodeURIComponent).join('$');
const yes = (data = ''): Answer => ({ result: 'ok', data });
const no = (data: string): Answer => ({ result: 'error', data });
const argsOf = (params: object): readonly string[] => (params as { args: readonly string[] }).args;

const createPage = ({ insets }: SimulatorPageContext): SimulatedCallHandlers => ({
  attach: () => yes(),
  getPageInfo: () => {
    const { innerWidth, innerHeight } = window;
    const size = { clientWidth: innerWidth, clientHeight: innerHeight, innerWidth, innerHeight: innerHeight + 48 };
    // The game starts below the page's bar; an inset means that the page is scrolled by that much.
    const place = { scrollLeft: 0, scrollTop: insets?.top ?? 0, offsetLeft: 0, offsetTop: 48 };
    return yes(JSON.stringify({ ...size, ...place }));
  },
});

function createDialogs(stage: SimulatorPageContext): SimulatedCallHandlers {
  const isPhone = stage.scenario.device === 'phone';
  const cancelled: Answer = isPhone ? no('cancel') : { result: 'cancel', data: 'null' };
  const dialog = async (title: string, text: string, button: string, answer: () => Answer | Promise<Answer>) =>
    (await requestSimulatedConsent(stage, title, text, button)) ? answer() : cancelled;
  const { player } = stage;
  return {
    showInvite: (params) => {
      const [text = '', , chosen = ''] = argsOf(params);
      const uids = chosen === '' ? player.friends.map(({ id }) => id) : chosen.split(';');
      if (player.friends.length === 0) return no('noUsers');
      return dialog('Invite friends', text, 'Invite', () => yes(uids.join(',')));
    },
    showPermissions: (params) =>
      dialog('Allow access', `The game asks for: ${argsOf(params).join(', ')}`, 'Allow', async () => {
        await stage.fetch('/permissions', { user_id: player.id });
        return yes();
      }),
    postMediatopic: (params) => {
      const { media } = readUntrustedFields(argsOf(params)[0]);
      const [text, link] = (Array.isArray(media) ? media : []).map(readUntrustedFields);
      return dialog(
        'Post in the feed',
        `${readUntrustedText(text?.['text'])} ${readUntrustedText(link?.['url'])}`,
        'Post',
        () => {
          stage.notify('Posted in the feed.');
          return yes();
        },
      );
    },
    joinGroup: () => dialog("Join the game's group?", 'Its news come to the feed.', 'Join', () => yes()),
    showRatingDialog: async () => {
      const answers = ['5', '1', 'none'].map((name) => ({ name, title: name === 'none' ? 'Close' : `${name} ★` }));
      const stars = await stage.ask({ title: 'Rate the game', text: 'How do you like it?', answers });
      if (!/^[1-5]$/.test(stars)) return no('dismissed without rating');
      await stage.fetch('/rating', { user_id: player.id, stars });
      return yes(stars);
    },
  };
}

function createMoney(stage: SimulatorPageContext, tell: (name: string, data?: object) => void): SimulatedCallHandlers {
  const { scenario } = stage;
  const isPhone = scenario.device === 'phone';
  const hasAds = (): boolean => scenario.ad !== 'no-fill';
  let isLoaded = false;
  return {
    showPayment: (params) => takePayment(argsOf(params), stage),
    loadAd: () => {
      isLoaded = hasAds();
      return isLoaded ? yes(isPhone ? 'ad_prepared' : 'ready') : no('empty');
    },
    showLoadedAd: async () => {
      if (!isLoaded) return no('not_prepared');
      isLoaded = false;
      const end = await showSimulatedAd(stage, 'It has a reward.');
      if (end === 'finished') return yes(isPhone ? 'ad_shown' : 'complete');
      return end === 'skipped' ? yes('skip') : no('mp4_not_supported');
    },
    showAd: async () => {
      if (!hasAds()) return no('no_ads');
      for (const data of ['ready', 'ad_prepared']) tell('showAd', yes(data));
      return (await showSimulatedAd(stage, 'It is between two rounds.')) === 'no-fill' ? no('no_ads') : yes('ad_shown');
    },
    requestBannerAds: () => (hasAds() ? yes('ad_loaded') : no('no_ads')),
    showBannerAds: (params) => {
      stage.banner(argsOf(params)[0] === 'top' ? 'top' : 'bottom');
      tell('requestBannerAds', yes('banner_shown'));
      return yes('true');
    },
    hideBannerAds: () => {
      stage.banner(undefined);
      return yes('true');
    },
    isAdBlockEnabled: () => yes('false'),
  };
}

async function takePayment(args: readonly string[], stage: SimulatorPageContext): Promise<Answer> {
  const [name = '', , code = '', price = '', , attributes = '', currency, callback] = args;
  // Otherwise the game's page would be reloaded.
  if (currency !== 'ok' || callback !== 'true') return no('The simulated page takes OKs, with a callback');
  const order = { user_id: stage.player.id, code, price, attributes };
  const end = await showSimulatedPayment(stage, {
    describe: async () => ({ text: name, yes: `Pay ${price} ${price === '1' ? 'OK' : 'OKs'}` }),
    async pay(telling) {
      return readUntrustedFields(await stage.fetch('/payment', { ...order, telling }))['outcome'] === 'paid'
        ? 'paid'
        : 'failed';
    },
  });
  if (end === 'paid') return yes(JSON.stringify({ amount: Number(price) }));
  return end === 'cancelled' ? { result: 'cancel', data: 'null' } : no('The payment was not confirmed');
}
