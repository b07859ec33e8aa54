// Facebook's page around a canvas. Like Facebook's, dialogs report errors in the response, and nothing if they are
// closed.
import type { SimulatorPageContext } from '../simulator-port.browser.ts';
import { readUntrustedFields, readUntrustedText, type UntrustedFields } from '../kit/fields.browser.ts';
import {
  assumedFramePermissions,
  requestSimulatedConsent,
  createSimulatedHostPage,
  showSimulatedPayment,
  type SimulatedCallHandlers,
} from '../kit/simulator.browser.ts';

const mark = 'simulated-facebook';

export const page = createSimulatedHostPage({
  appearance: { title: 'Facebook', bar: '#1877f2', text: '#ffffff', page: '#f0f2f5' },
  permissions: assumedFramePermissions,
  read(message) {
    const { mark: found, id, method, params } = readUntrustedFields(message);
    if (found !== mark || typeof method !== 'string') return undefined;
    return { name: method, params: readUntrustedFields(params), id: String(id) };
  },
  event: (event, data) => ({ mark, event, data }),
  answer: ({ id }, end) => ({
    mark,
    id: Number(id),
    result: 'error' in end ? { error: { message: end.error.message, type: 'OAuthException', code: 2 } } : end.result,
  }),
  createHandlers: (stage) => ({ ...createPeople(stage), ...createDialogs(stage) }),
});

function createPeople(stage: SimulatorPageContext): SimulatedCallHandlers {
  const { player, scenario } = stage;
  const granted = new Set(player.isGuest ? [] : ['public_profile']);
  // A player who hasn't authorised the app is signed in at Facebook, which doesn't reveal them.
  const person = player.isGuest
    ? { ...player, id: `${player.id}7`, firstName: 'Sasha', lastName: 'Ivanova', isGuest: false }
    : player;
  const readStatus = async (): Promise<object> => {
    if (granted.size === 0) return { status: 'not_authorized', authResponse: null };
    const isExpired = scenario.proof === 'expired';
    const { signedRequest } = readUntrustedFields(await stage.fetch('/web/session', { id: person.id, isExpired }));
    return {
      status: 'connected',
      authResponse: { userID: person.id, accessToken: 'EAAsimulated', expiresIn: 7200, signedRequest },
    };
  };
  const read = (path: string): object => {
    if (granted.size === 0)
      throw new Error('An active access token must be used to query information about the current user.');
    if (path === '/me') return describe(stage, person);
    if (path === '/me/permissions')
      return { data: [...granted].map((permission) => ({ permission, status: 'granted' })) };
    if (path !== '/me/friends') throw new Error(`Unknown path components: ${path}`);
    return {
      data: granted.has('user_friends') ? player.friends.map((friend) => describe(stage, friend)) : [],
      paging: {},
    };
  };
  return {
    getLoginStatus: readStatus,
    login: async ({ scope }) => {
      const rights = readUntrustedText(scope)
        .split(',')
        .filter((right) => right !== '' && !granted.has(right));
      const text = `The game asks for: ${rights.join(', ')}`;
      if (
        rights.length > 0 &&
        (await requestSimulatedConsent(stage, `Continue as ${person.firstName}?`, text, 'Allow'))
      )
        for (const right of [...rights, 'public_profile']) granted.add(right);
      return readStatus();
    },
    api: ({ path }) => read(readUntrustedText(path)),
    logEvent: ({ name }) => stage.notify(`Event: ${readUntrustedText(name)}`),
  };
}

const describe = (
  stage: SimulatorPageContext,
  { id, firstName, lastName, gender }: Pick<SimulatorPageContext['player'], 'id' | 'firstName' | 'lastName' | 'gender'>,
) => ({
  id,
  name: `${firstName} ${lastName}`.trim(),
  first_name: firstName,
  last_name: lastName,
  gender,
  picture: { data: { url: `${stage.at}/picture.svg`, width: 200, height: 200, is_silhouette: false } },
});

const closed = { error_code: 4201, error_message: 'User canceled the Dialog flow' };

const failing =
  (show: (params: UntrustedFields) => Promise<unknown>) =>
  async (params: UntrustedFields): Promise<unknown> => {
    try {
      return await show(params);
    } catch {
      return { error_code: 2, error_message: 'Une erreur est survenue' };
    }
  };

const createDialogs = (stage: SimulatorPageContext): SimulatedCallHandlers => ({
  'ui.apprequests': failing(async ({ to, message }) => {
    const named = readUntrustedText(to).split(',').filter(Boolean);
    const people = named.length > 0 ? named : stage.player.friends.slice(0, 1).map(({ id }) => id);
    if (
      people.length === 0 ||
      !(await requestSimulatedConsent(stage, 'Send a request', readUntrustedText(message), 'Send'))
    )
      return closed;
    return { request: '1700000000001', to: people };
  }),
  'ui.share': failing(async ({ href }) => {
    if (!(await requestSimulatedConsent(stage, 'Share', readUntrustedText(href), 'Post'))) return undefined;
    stage.notify('Posted on the timeline.');
    // Few apps get details about the post.
    return [];
  }),
  'ui.pay': (params) => pay(stage, params),
});

/** Handled by the simulated Facebook payment provider, which reads the product page, takes the money and signs. */
async function pay(stage: SimulatorPageContext, params: UntrustedFields): Promise<unknown> {
  const begun = readUntrustedFields(await stage.fetch('/web/pay/begin', params));
  if ('error_code' in begun) return begun;
  let dialog: unknown;
  const end = await showSimulatedPayment(stage, {
    describe: async () => ({ text: readUntrustedText(begun['name']), yes: `Pay ${readUntrustedText(begun['price'])}` }),
    async pay(telling) {
      dialog = readUntrustedFields(await stage.fetch('/web/pay/take', { token: begun['token'], telling }))['dialog'];
      return readUntrustedFields(dialog)['status'] === 'completed' ? 'paid' : 'failed';
    },
  });
  if (end === 'cancelled') return { error_code: 1383010, error_message: 'User canceled the order.' };
  return dialog ?? { error_code: 1383003, error_message: 'We could not process the payment.' };
}
