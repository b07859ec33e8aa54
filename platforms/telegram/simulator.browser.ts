// The web client of Telegram as it talks to a Mini App in its frame: the sheet of an invoice, links within Telegram as notices, the
// home screen, and where the edges are.
import type { HostPage, SimulatedStage } from '../simulator-port.browser.ts';
import type { Situation } from '../situation.ts';

export const page: HostPage = {
  look: { title: 'Telegram', bar: '#2aabee', text: '#ffffff', page: '#f4f4f5' },
  start(stage) {
    const { sdk } = stage.situation;
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const post = (eventType: string, eventData: object): void => {
      stage.log({ direction: 'event', name: eventType, detail: eventData });
      stage.post(JSON.stringify({ eventType, eventData }));
    };
    const answer: Post = (eventType, eventData) => {
      if (sdk !== 'late') return post(eventType, eventData);
      const timer = setTimeout(() => {
        timers.delete(timer);
        post(eventType, eventData);
      }, lateMs);
      timers.add(timer);
    };
    const stop = stage.listen((message) => {
      const { eventType, eventData } = eventIn(message);
      if (eventType === '') return;
      stage.log({ direction: 'call', name: eventType, detail: eventData });
      // A client that is not there and one that is silent look the same from the frame.
      if (sdk === 'blocked' || sdk === 'silent') return;
      if (Object.hasOwn(answers, eventType)) answers[eventType]?.(stage, eventData, answer);
    });
    return () => {
      stop();
      for (const timer of timers) clearTimeout(timer);
    };
  },
};

const lateMs = 3000;

type Data = Readonly<Record<string, unknown>>;
type Post = (eventType: string, eventData: object) => void;

const noInsets = { left: 0, right: 0, top: 0, bottom: 0 };

const answers: Readonly<Record<string, (stage: SimulatedStage, data: Data, post: Post) => void>> = {
  web_app_expand: (_, __, post) =>
    post('viewport_changed', { height: 640, width: 360, is_expanded: true, is_state_stable: true }),
  web_app_request_theme: (_, __, post) => post('theme_changed', { theme_params: { bg_color: '#ffffff' } }),
  web_app_request_viewport: (_, __, post) =>
    post('viewport_changed', { height: 640, width: 360, is_expanded: true, is_state_stable: true }),
  web_app_request_safe_area: ({ insets = noInsets }, _, post) => post('safe_area_changed', insets),
  web_app_request_content_safe_area: (_, __, post) => post('content_safe_area_changed', noInsets),
  web_app_request_fullscreen: (_, __, post) => post('fullscreen_failed', { error: 'UNSUPPORTED' }),
  web_app_check_home_screen: (_, __, post) => post('home_screen_checked', { status: 'missed' }),
  web_app_add_to_home_screen(stage, _, post) {
    stage.notify('The game is on the home screen.');
    post('home_screen_added', {});
  },
  web_app_open_tg_link: (stage, { path_full: path }) => stage.notify(`Telegram opens https://t.me${String(path)}`),
  web_app_open_invoice(stage, { slug }, post) {
    const settle = (status: string): void => post('invoice_closed', { slug, status });
    openInvoice(stage, String(slug)).then(settle, (error: unknown) => {
      stage.notify(error instanceof Error ? error.message : 'The invoice could not be shown.');
      settle('failed');
    });
  },
  simulated_ad(stage, { id }, post) {
    const settle = (end: string): void => post('simulated_ad_ended', { id, end });
    adEnd(stage).then(settle, () => settle('no-fill'));
  },
};

async function openInvoice(stage: SimulatedStage, slug: string): Promise<string> {
  const { payment } = stage.situation;
  if (payment === 'cancelled' || payment === 'failed') return payment;
  const choice = payment === 'ask' ? await askToPay(stage, slug) : 'pay';
  if (choice !== 'pay') return choice;
  const paid = (await stage.fetch('/web/pay', {
    slug,
    payer: { id: stage.player.id, language: stage.player.language },
    updates: updatesOf(payment),
  })) as { status: string; message?: string };
  if (paid.message !== undefined) stage.notify(paid.message);
  return payment === 'paid-but-cancelled' && paid.status === 'paid' ? 'cancelled' : paid.status;
}

async function askToPay(stage: SimulatedStage, slug: string): Promise<string> {
  // The simulator's own server answers in this shape.
  const invoice = (await stage.fetch('/web/invoice', { slug })) as Record<'title' | 'description' | 'amount', string>;
  return stage.ask({
    title: `Pay ${invoice.amount} ⭐?`,
    text: `${invoice.title}. ${invoice.description}`,
    answers: [
      { name: 'pay', title: `Confirm and pay ${invoice.amount} ⭐` },
      { name: 'failed', title: 'Let it fail' },
      { name: 'cancelled', title: 'Close' },
    ],
  });
}

const updatesOf = (payment: Situation['payment']): 'usual' | 'late' | 'twice' =>
  payment === 'webhook-late' ? 'late' : payment === 'webhook-twice' ? 'twice' : 'usual';

function adEnd(stage: SimulatedStage): Promise<string> {
  const { ad } = stage.situation;
  if (ad !== 'ask') return Promise.resolve(ad);
  return stage.ask({
    title: 'An advertisement',
    text: 'AdsGram would show a video here.',
    answers: [
      { name: 'finished', title: 'Watch to the end' },
      { name: 'no-fill', title: 'There is none' },
      { name: 'skipped', title: 'Skip' },
    ],
  });
}

function eventIn(message: unknown): { readonly eventType: string; readonly eventData: Data } {
  try {
    const { eventType, eventData } = JSON.parse(String(message)) as Data;
    const data = typeof eventData === 'string' ? (JSON.parse(eventData) as unknown) : eventData;
    return { eventType: String(eventType), eventData: (data ?? {}) as Data };
  } catch {
    // The portal's own messages are none of Telegram's.
    return { eventType: '', eventData: {} };
  }
}
