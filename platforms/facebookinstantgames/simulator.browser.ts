// Facebook's page around an instant game. It rejects with the platform's error codes.
import type { SimulatorPageContext } from '../simulator-port.browser.ts';
import { readUntrustedFields, readUntrustedText, type UntrustedFields } from '../kit/fields.browser.ts';
import {
  assumedPhoneFramePermissions,
  requestSimulatedConsent,
  createSimulatedHostPage,
  lateReplyDelayMs,
  UnknownCallError,
  showSimulatedAd,
  showSimulatedPayment,
  updateSimulatedStorage,
  delay,
  type SimulatedCallHandlers,
} from '../kit/simulator.browser.ts';

const mark = 'simulated-instant-games';

export const page = createSimulatedHostPage({
  appearance: { title: 'Facebook Instant Games', bar: '#0866ff', text: '#ffffff', page: '#18191a' },
  permissions: assumedPhoneFramePermissions,
  firstCall: 'initialize',
  read(message) {
    const { mark: found, id, app, method, params } = readUntrustedFields(message);
    if (found !== mark || typeof method !== 'string') return undefined;
    return { name: method, params: { ...readUntrustedFields(params), app }, id: String(id) };
  },
  event: (event) => ({ mark, event }),
  answer: ({ id }, end) => ({
    mark,
    id: Number(id),
    ...('error' in end ? { error: { code: codeOf(end.error), message: end.error.message } } : { result: end.result }),
  }),
  createHandlers: (stage) => ({ ...createPeople(stage), ...createDialogs(stage), ...createMoney(stage) }),
});

class InstantFault extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const codeOf = (error: Error): string =>
  error instanceof InstantFault
    ? error.code
    : error instanceof UnknownCallError
      ? 'CLIENT_UNSUPPORTED_OPERATION'
      : 'NETWORK_FAILURE';

const closed = (): InstantFault => new InstantFault('USER_INPUT', 'User closed the dialog.');

/** The id in this game only, which differs from the app-scoped id. */
const playerIdOf = ({ id }: { readonly id: string }): string => `23${id}`;

const supported = [
  'payments.purchaseAsync',
  'player.getConnectedPlayersAsync',
  'inviteAsync',
  'shareAsync',
  'createShortcutAsync',
  'getRewardedVideoAsync',
  'getInterstitialAdAsync',
];

function createPeople(stage: SimulatorPageContext): SimulatedCallHandlers {
  const { player, scenario } = stage;
  const describe = (person: Pick<typeof player, 'id'>) => ({ id: playerIdOf(person) });
  const about = { id: player.id, playerId: playerIdOf(player), isExpired: scenario.proof === 'expired' };
  return {
    initialize: () => ({
      supported,
      locale: `${scenario.language.slice(0, 2)}_${player.country}`,
      platform: scenario.device === 'phone' ? 'IOS' : 'WEB',
      context: 'SOLO',
      entryPointData: null,
      player: describe(player),
    }),
    start: () => ({}),
    progress: ({ percentage }) => stage.notify(`Loaded: ${Number(percentage)} %`),
    signedPlayer: ({ requestPayload }) => stage.fetch('/web/player', { ...about, requestPayload }),
    // Players who didn't come from another Facebook app have none.
    signedAsid: () => (player.isGuest ? { asid: null, signature: '' } : stage.fetch('/web/asid', about)),
    friends: () => player.friends.map(describe),
    data: () => updateSimulatedStorage(stage, player.id),
    setData: ({ set }) => updateSimulatedStorage(stage, player.id, { set }),
    logEvent: ({ name }) => stage.notify(`Event: ${readUntrustedText(name)}`),
  };
}

function createDialogs(stage: SimulatorPageContext): SimulatedCallHandlers {
  const agree = async (title: string, text: string, yes: string): Promise<object> => {
    if (!(await requestSimulatedConsent(stage, title, text, yes))) throw closed();
    return {};
  };
  /** Like the real one, it doesn't accept a picture's URL. */
  const withPicture =
    (title: string, yes: string) =>
    async ({ image, text }: UntrustedFields) => {
      if (!readUntrustedText(image).startsWith('data:image/'))
        throw new InstantFault('INVALID_PARAM', 'The image is not base64.');
      return agree(title, readUntrustedText(text), yes);
    };
  return {
    invite: withPicture('Invite friends', 'Invite'),
    share: withPicture('Share', 'Share'),
    openLink: ({ url }) => agree('Open a link?', readUntrustedText(url), 'Open'),
    canCreateShortcut: () => true,
    createShortcut: () => agree('Add a shortcut?', 'The game gets an icon.', 'Add'),
    canJoinGroup: () => true,
    joinGroup: () => agree('Join the group?', 'Its news come to the feed.', 'Join'),
    canFollowPage: () => true,
    followPage: () => agree('Follow the page?', 'Its news come to the feed.', 'Follow'),
  };
}

function createMoney(stage: SimulatorPageContext): SimulatedCallHandlers {
  const buyerOf = ({ app }: UntrustedFields): object => ({ app, playerId: playerIdOf(stage.player) });
  return {
    catalogue: (params) => readCatalogue(stage, buyerOf(params)),
    purchase: (params) => purchase(stage, buyerOf(params), params),
    purchases: (params) => stage.fetch('/web/purchases', buyerOf(params)),
    consume: (params) => stage.fetch('/web/consume', { ...buyerOf(params), token: params['purchaseToken'] }),
    loadAd: () => {
      if (stage.scenario.ad === 'no-fill') throw new InstantFault('ADS_NO_FILL', 'There is no ad.');
      return {};
    },
    showAd: async ({ kind }) => {
      const end = await showSimulatedAd(stage, `A ${readUntrustedText(kind)} would be here.`);
      if (end === 'skipped') throw closed();
      if (end === 'no-fill') throw new InstantFault('ADS_NO_FILL', 'There is no ad.');
      return {};
    },
  };
}

/** In the iOS app Apple takes the money, at a price of its own. */
const isApple = ({ scenario }: SimulatorPageContext): boolean => scenario.device === 'phone';

async function readCatalogue(stage: SimulatorPageContext, buyer: object): Promise<UntrustedFields[]> {
  const products = (await stage.fetch('/web/catalogue', buyer)) as UntrustedFields[];
  if (!isApple(stage)) return products;
  return products.map((product) => {
    const priceAmount = (Number(product['priceAmount']) * 1.2).toFixed(2);
    return { ...product, priceAmount, price: `$${priceAmount}` };
  });
}

async function purchase(stage: SimulatorPageContext, buyer: object, { productID }: UntrustedFields): Promise<unknown> {
  let bought: unknown;
  const end = await showSimulatedPayment(stage, {
    async describe() {
      const products = await readCatalogue(stage, buyer);
      const product = products.find((each) => each['productID'] === productID);
      if (!product) throw new InstantFault('INVALID_PARAM', `There is no product ${readUntrustedText(productID)}`);
      return { text: readUntrustedText(product['title']), yes: `Pay ${readUntrustedText(product['price'])}` };
    },
    async pay(telling) {
      // Facebook drops the game's own text; the simulated server takes the store from its field.
      const store = isApple(stage) ? 'APPLE' : 'FB';
      bought = await stage.fetch('/web/buy', { ...buyer, productID, developerPayload: store });
      const notice = { ...buyer, token: readUntrustedFields(bought)['purchaseToken'], isTwice: telling === 'twice' };
      if (telling !== 'late') await stage.fetch('/web/notify', notice);
      else void delay(lateReplyDelayMs).then(() => stage.fetch('/web/notify', notice));
      return 'paid';
    },
  });
  if (end === 'paid') return bought;
  throw end === 'failed' ? new InstantFault('UNKNOWN', 'The payment has failed.') : closed();
}
