// Telegram's web client around a Mini App. Its replies are events with their own names.
import type { SimulatorPageContext } from '../simulator-port.browser.ts';
import { readUntrustedFields, readUntrustedText, type UntrustedFields } from '../kit/fields.browser.ts';
import {
  createSimulatedHostPage,
  showSimulatedAd,
  showSimulatedPayment,
  updateSimulatedStorage,
  type SimulatedPaymentResult,
} from '../kit/simulator.browser.ts';

const writeEvent = (eventType: string, eventData: object): string => JSON.stringify({ eventType, eventData });

export const page = createSimulatedHostPage({
  appearance: { title: 'Telegram', bar: '#2aabee', text: '#ffffff', page: '#f4f4f5' },
  // From the source of Telegram Web A (WebAppModalTabContent.tsx).
  permissions: { allow: ['camera', 'fullscreen', 'geolocation', 'microphone'], basis: 'known' },
  read(message) {
    const { eventType, eventData } = readUntrustedFields(message);
    return typeof eventType === 'string' ? { name: eventType, params: readUntrustedFields(eventData) } : undefined;
  },
  event: writeEvent,
  answer: (_, end) =>
    'result' in end && Array.isArray(end.result) ? writeEvent(end.result[0], end.result[1]) : undefined,
  createHandlers: (stage) => ({
    web_app_expand: () => ['viewport_changed', viewport],
    web_app_request_viewport: () => ['viewport_changed', viewport],
    web_app_request_theme: () => ['theme_changed', { theme_params: { bg_color: '#ffffff' } }],
    web_app_request_safe_area: () => ['safe_area_changed', stage.insets ?? noInsets],
    web_app_request_content_safe_area: () => ['content_safe_area_changed', noInsets],
    web_app_request_fullscreen: () => ['fullscreen_failed', { error: 'UNSUPPORTED' }],
    web_app_check_home_screen: () => ['home_screen_checked', { status: 'missed' }],
    web_app_add_to_home_screen: () => {
      stage.notify('The game is on the home screen.');
      return ['home_screen_added', {}];
    },
    web_app_open_tg_link: ({ path_full: path }) =>
      stage.notify(`Telegram opens https://t.me${readUntrustedText(path)}`),
    web_app_open_invoice: async ({ slug }) => ['invoice_closed', { slug, status: await openInvoice(stage, slug) }],
    web_app_invoke_custom_method: async ({ req_id, method, params }) => {
      const reply = await invokeCustomMethod(stage, readUntrustedText(method), readUntrustedFields(params));
      return ['custom_method_invoked', { req_id, ...reply }];
    },
    simulated_ad: async ({ id }) => {
      const end = await showSimulatedAd(stage, 'AdsGram would show a video here.');
      return ['simulated_ad_ended', { id, end }];
    },
  }),
});

const viewport = { height: 640, width: 360, is_expanded: true, is_state_stable: true };
const noInsets = { left: 0, right: 0, top: 0, bottom: 0 };

/** The cloud storage: values by key, with an error as a text. */
async function invokeCustomMethod(
  stage: SimulatorPageContext,
  method: string,
  { key, value, keys }: UntrustedFields,
): Promise<{ result: unknown } | { error: string }> {
  const wanted = Array.isArray(keys) ? keys.map(String) : [];
  const change = (more?: object) => updateSimulatedStorage(stage, stage.player.id, more);
  if (method === 'getStorageKeys') return { result: Object.keys(await change()) };
  if (method === 'getStorageValues') {
    const values = await change();
    return { result: Object.fromEntries(wanted.map((each) => [each, values[each] ?? ''])) };
  }
  if (method === 'deleteStorageValues') {
    await change({ remove: wanted });
    return { result: true };
  }
  if (method !== 'saveStorageValue') return { error: 'METHOD_INVALID' };
  const [name, text] = [readUntrustedText(key), readUntrustedText(value)];
  if (!/^[\w-]{1,128}$/.test(name)) return { error: 'KEY_INVALID' };
  if (text.length > 4096) return { error: 'VALUE_INVALID' };
  await change({ set: { [name]: text } });
  return { result: true };
}

async function openInvoice(stage: SimulatorPageContext, slug: unknown): Promise<SimulatedPaymentResult> {
  const { id, language } = stage.player;
  try {
    return await showSimulatedPayment(stage, {
      async describe() {
        const { title, description, amount } = readUntrustedFields(await stage.fetch('/web/invoice', { slug }));
        return {
          text: `${readUntrustedText(title)}. ${readUntrustedText(description)}`,
          yes: `Confirm and pay ${Number(amount)} ⭐`,
        };
      },
      async pay(telling) {
        const paid = readUntrustedFields(await stage.fetch('/web/pay', { slug, payer: { id, language }, telling }));
        if (paid['message'] !== undefined) stage.notify(readUntrustedText(paid['message']));
        return paid['status'] === 'paid' ? 'paid' : 'failed';
      },
    });
  } catch (error) {
    stage.notify(error instanceof Error ? error.message : 'The invoice could not be shown.');
    return 'failed';
  }
}
