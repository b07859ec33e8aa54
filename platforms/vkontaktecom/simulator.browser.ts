// VK's page around a game: it implements VK Bridge, including VK's irregular reply names. Closing a dialog counts as
// denied.
import type { SimulatorPageContext } from '../simulator-port.browser.ts';
import { readUntrustedFields, readUntrustedText, type UntrustedFields } from '../kit/fields.browser.ts';
import {
  assumedPhoneFramePermissions,
  createResultsEvent,
  requestSimulatedConsent,
  createSimulatedHostPage,
  UnknownCallError,
  showSimulatedAd,
  showSimulatedPayment,
  updateSimulatedStorage,
  type SimulatedCallHandlers,
} from '../kit/simulator.browser.ts';

export const page = createSimulatedHostPage({
  appearance: { title: 'VK', bar: '#0077ff', text: '#ffffff', page: '#edeef0' },
  permissions: assumedPhoneFramePermissions,
  firstCall: 'VKWebAppInit',
  hidden: ['VKWebAppViewHide', 'VKWebAppViewRestore'],
  greeting: { type: 'VKWebAppSettings', frameId: 'simulated' },
  read(message) {
    const { type, handler, params } = readUntrustedFields(message);
    const { request_id: id, ...rest } = readUntrustedFields(params);
    return type === 'vk-connect' && typeof handler === 'string'
      ? { name: handler, params: rest, id: readUntrustedText(id) }
      : undefined;
  },
  event: (type, data) => ({ type, data }),
  answer({ name, id }, end) {
    const [base, done] = name === 'VKWebAppGetAuthToken' ? ['VKWebAppAccessToken', 'Received'] : [name, 'Result'];
    const type = 'error' in end ? `${base}Failed` : name === 'SetSupportedHandlers' ? name : base + done;
    const data = 'error' in end ? toFault(end.error).data : readUntrustedFields(end.result);
    return { type, data: { ...data, request_id: id } };
  },
  createHandlers(stage) {
    const handlers: SimulatedCallHandlers = {
      ...createPeople(stage),
      ...createStorageCalls(stage),
      ...createDialogs(stage),
      ...createMoney(stage),
    };
    return { ...handlers, SetSupportedHandlers: () => ({ supportedHandlers: Object.keys(handlers) }) };
  },
  createEvents: (tell, stage) => [
    ...Object.entries(sampleEvents).map(([name, data]) => ({ title: name, send: () => tell(name, data) })),
    createResultsEvent(stage),
  ],
});

const banner = {
  banner_width: 320,
  banner_height: 60,
  banner_location: 'bottom',
  layout_type: 'resize',
  height_type: 'compact',
};
const angles = { x: '0.1', y: '0.2', z: '0.9' };
const track = { type: 'audio', id: '1_2' };

/** VK's events with sample data, as its library types them. */
const sampleEvents: Readonly<Record<string, object>> = {
  VKWebAppUpdateConfig: {
    app_id: '1',
    appearance: 'dark',
    scheme: 'space_gray',
    viewport_width: 1280,
    viewport_height: 720,
    api_host: 'api.vk.ru',
    is_layer: false,
  },
  VKWebAppUpdateInsets: { insets: { top: 47, left: 0, right: 0, bottom: 34 } },
  VKWebAppViewHide: {},
  VKWebAppViewRestore: {},
  VKWebAppChangeFragment: { location: 'room-9' },
  VKWebAppLocationChanged: { location: 'room-9' },
  VKWebAppBannerAdUpdated: { result: true, ...banner },
  VKWebAppBannerAdClosedByUser: banner,
  VKWebAppInitAds: { init: 'true' },
  VKWebAppLoadAds: { load: 'true' },
  VKWebAppAudioPaused: { position: 12, ...track },
  VKWebAppAudioUnpaused: track,
  VKWebAppAudioTrackChanged: track,
  VKWebAppAudioStopped: {},
  VKWebAppAccelerometerChanged: angles,
  VKWebAppGyroscopeChanged: angles,
  VKWebAppDeviceMotionChanged: { alpha: '0.1', beta: '0.2', gamma: '0.3' },
  VKWebAppCallLeft: { reason: 'hangup' },
  VKWebAppCallFinished: { result: true },
};

class VkFault extends Error {
  readonly data: { readonly error_type: string; readonly error_data: object };
  constructor(error_code: number, error_reason: string, error_type = 'client_error') {
    super(error_reason);
    this.data = { error_type, error_data: { error_code, error_reason } };
  }
}

const userDenied = (): VkFault => new VkFault(4, 'User denied');

function toFault(error: Error): VkFault {
  if (error instanceof VkFault) return error;
  return error instanceof UnknownCallError
    ? new VkFault(6, 'Unsupported platform')
    : new VkFault(3, `Connection lost: ${error.message}`);
}

const done = { result: true };
const success = { success: true };

async function agree(stage: SimulatorPageContext, title: string, text: string, yes: string): Promise<void> {
  if (!(await requestSimulatedConsent(stage, title, text, yes))) throw userDenied();
}

function createStorageCalls(stage: SimulatorPageContext): SimulatedCallHandlers {
  const readKeys = (keys: unknown): string[] => (Array.isArray(keys) ? keys.map(String) : []);
  return {
    VKWebAppStorageGet: async ({ keys }) => {
      const values = await updateSimulatedStorage(stage, stage.player.id);
      return { keys: readKeys(keys).map((key) => ({ key, value: values[key] ?? '' })) };
    },
    VKWebAppStorageGetKeys: async () => ({ keys: Object.keys(await updateSimulatedStorage(stage, stage.player.id)) }),
    VKWebAppStorageSet: async ({ key, value }) => {
      const name = readUntrustedText(key);
      if (!/^[\w-]{1,100}$/.test(name)) throw new VkFault(5, 'Invalid params');
      // Only the first 4096 bytes are saved.
      const bytes = new TextEncoder().encode(readUntrustedText(value)).slice(0, 4096);
      const text = new TextDecoder().decode(bytes);
      await updateSimulatedStorage(
        stage,
        stage.player.id,
        text === '' ? { remove: [name] } : { set: { [name]: text } },
      );
      return done;
    },
  };
}

const createPeople = (stage: SimulatorPageContext): SimulatedCallHandlers => ({
  VKWebAppInit: () => done,
  VKWebAppGetUserInfo: () => stage.fetch('/profile', { user_id: stage.player.id }),
  VKWebAppGetConfig: ({ app_id }) => ({ app_id, api_host: 'api.vk.com', scheme: 'vkcom_light' }),
  VKWebAppGetClientVersion: () => ({ platform: 'web', version: '1' }),
  VKWebAppGetAuthToken: async ({ scope }) => {
    const rights = readUntrustedText(scope);
    // A real token with permissions granted before needs no dialog; here none were granted.
    if (rights !== '') await agree(stage, 'Allow access', `The game asks for: ${rights}`, 'Allow');
    return stage.fetch('/token', { user_id: stage.player.id, scope: rights });
  },
  VKWebAppCallAPIMethod: async ({ method, params }) => {
    const answer = readUntrustedFields(
      await stage.fetch(`/method/${readUntrustedText(method)}`, readUntrustedFields(params)),
    );
    if (!('error' in answer)) return answer;
    const { error_code, error_msg } = readUntrustedFields(answer['error']);
    throw new VkFault(Number(error_code), readUntrustedText(error_msg), 'api_error');
  },
  VKWebAppGetFriends: () => ({
    users: stage.player.friends.map(({ id, firstName, lastName }) => ({
      id: Number(id),
      first_name: firstName,
      last_name: lastName,
    })),
  }),
});

function createDialogs(stage: SimulatorPageContext): SimulatedCallHandlers {
  const dialog = (title: string, text: string, yes: string, result: object) => async () => {
    await agree(stage, title, text, yes);
    return result;
  };
  return {
    VKWebAppShowInviteBox: dialog('Invite friends', 'Friends get an invitation to the game.', 'Invite', success),
    VKWebAppShowRequestBox: async ({ uid, message, requestKey }) => {
      const friend = stage.player.friends.find(({ id }) => id === String(Number(uid)));
      await agree(stage, `Ask ${friend?.firstName ?? 'a friend'}`, readUntrustedText(message), 'Send');
      return { ...success, requestKey };
    },
    VKWebAppShare: async ({ link }) => {
      await agree(stage, 'Share', readUntrustedText(link), 'Share on the wall');
      stage.notify('Shared on the wall.');
      return { type: 'post', post_id: 1 };
    },
    VKWebAppShowWallPostBox: async ({ message }) => {
      await agree(stage, 'Post on the wall', readUntrustedText(message), 'Post');
      return { post_id: 1 };
    },
    VKWebAppAddToFavorites: dialog('Add to favourites?', 'The game is then in the menu.', 'Add', done),
    VKWebAppAddToHomeScreen: dialog('Add to the home screen?', 'The game gets an icon.', 'Add', done),
    VKWebAppJoinGroup: dialog("Join the game's community?", 'Its news come to the feed.', 'Join', done),
    VKWebAppRecommend: dialog('Recommend the game?', 'Friends see it.', 'Recommend', done),
    VKWebAppCopyText: ({ text }) => {
      stage.notify(`Copied: ${readUntrustedText(text)}`);
      return done;
    },
    VKWebAppTrackEvent: () => done,
    VKWebAppResizeWindow: ({ width, height }) => ({ width, height }),
    VKWebAppScroll: ({ top }) => ({ top, height: 0 }),
  };
}

function createMoney(stage: SimulatorPageContext): SimulatedCallHandlers {
  const hasAds = (): boolean => stage.scenario.ad !== 'no-fill';
  return {
    VKWebAppShowOrderBox: (params) => showOrderBox(params, stage),
    VKWebAppCheckNativeAds: () => ({ result: hasAds() }),
    VKWebAppShowNativeAds: async ({ ad_format }) => {
      const end = await showSimulatedAd(stage, `Its kind is ${readUntrustedText(ad_format)}.`);
      if (end === 'finished') return done;
      throw end === 'skipped' ? userDenied() : new VkFault(20, 'No ads');
    },
    VKWebAppShowBannerAd: ({ banner_location, layout_type }) => {
      if (!hasAds()) throw new VkFault(20, 'No ads');
      const edge = banner_location === 'top' ? 'top' : 'bottom';
      return { ...done, banner_location: edge, layout_type, banner_width: 320, banner_height: stage.banner(edge) };
    },
    VKWebAppCheckBannerAd: () => ({ result: hasAds() }),
    VKWebAppHideBannerAd: () => {
      stage.banner(undefined);
      return done;
    },
  };
}

async function showOrderBox({ type, item }: UntrustedFields, stage: SimulatorPageContext): Promise<object> {
  if (type !== 'item' || readUntrustedText(item) === '') throw new VkFault(5, 'Invalid params');
  const { language, payment } = stage.scenario;
  const asked = readUntrustedFields(await stage.fetch('/order/begin', { item, user_id: stage.player.id, language }));
  if (asked['outcome'] !== 'asked') throw new VkFault(20, 'Unknown error');
  const { order_id, title, price } = asked;
  const end = await showSimulatedPayment(stage, {
    describe: async () => ({
      text: readUntrustedText(title),
      yes: `Pay ${Number(price)} ${price === 1 ? 'vote' : 'votes'}`,
    }),
    async pay(telling) {
      const { outcome } = readUntrustedFields(await stage.fetch('/order/pay', { order_id, telling }));
      return outcome === 'charged' ? 'paid' : 'failed';
    },
  });
  if (end !== 'paid') throw end === 'cancelled' ? userDenied() : new VkFault(13, 'Order error');
  // Like some phones: the window knows before the server and reports another status.
  return payment === 'webhook-late'
    ? { status: 'charged', order_id: String(order_id) }
    : { ...success, order_id: String(order_id) };
}
