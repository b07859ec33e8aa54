// What pages of simulated platforms have in common: they answer the calls of the game's window, or are late or silent as the
// scenario says, tell when they are hidden, write the log, and show dialogs for money, advertisements and whatever needs a yes.
import type { FrameRights, HostPage, SimulatedStage } from '../simulator-port.browser.ts';
import type { Fields } from './fields.browser.ts';

/** A call of the game's window. */
export interface SimulatedCall {
  readonly name: string;
  readonly params: Fields;
  /** By which its answer is known. */
  readonly id?: string;
}

/** What the platform does for a call, by its name. */
export type Handlers = Readonly<Record<string, (params: Fields) => unknown>>;

export interface SimulatedClient {
  readonly look: HostPage['look'];
  readonly rights: HostPage['rights'];
  /** Undefined: the message is none of the platform's. */
  readonly read: (message: unknown) => SimulatedCall | undefined;
  /** @param tell posts an event that nobody asked for */
  readonly createHandlers: (stage: SimulatedStage, tell: (event: string, data?: object) => void) => Handlers;
  /** The message that answers a call; undefined: the platform has none for it. */
  readonly answer: (
    call: SimulatedCall,
    end: { readonly result: unknown } | { readonly error: Error },
  ) => object | string | undefined;
  readonly event: (name: string, data: object) => object | string;
  /** What it tells when the page is hidden, and when it is there again. */
  readonly hidden?: readonly [hidden: string, shown: string];
  /** What it posts at once. */
  readonly greeting?: object;
  /** The call with which everything begins; absent: all of them are late where the platform is. */
  readonly firstCall?: string;
}

const playing = ['autoplay', 'clipboard-write', 'fullscreen', 'gamepad', 'screen-wake-lock'];
const motion = ['accelerometer', 'gyroscope', 'magnetometer'];

/** What sites for games usually let a frame do. */
export const assumedRights: FrameRights = { allow: playing, basis: 'assumed' };
/** Of sites that are played on phones as well: also tilt. */
export const assumedPhoneRights: FrameRights = { allow: [...playing, ...motion], basis: 'assumed' };
/** A program shows the portal itself, without a page around it. */
export const allRights: FrameRights = { allow: [...playing, ...motion], basis: 'no frame' };

export const createHostPage = (client: SimulatedClient): HostPage => ({
  look: client.look,
  rights: client.rights,
  start(stage) {
    let isOver = false;
    const post = (message: object | string | undefined): void => {
      if (!isOver && message !== undefined) stage.post(message);
    };
    const tell = (name: string, data: object = {}): void => {
      stage.log({ direction: 'event', name, detail: data });
      post(client.event(name, data));
    };
    const handlers = client.createHandlers(stage, tell);
    const stop = stage.listen((message) => {
      const call = client.read(message);
      if (call) void answerCall(call, client, stage, handlers).then(post);
    });
    const [hidden, shown] = client.hidden ?? [];
    const onVisibility = (): void => tell((document.hidden ? hidden : shown) ?? '');
    if (hidden !== undefined) document.addEventListener('visibilitychange', onVisibility);
    post(client.greeting);
    return () => {
      isOver = true;
      stop();
      document.removeEventListener('visibilitychange', onVisibility);
      stage.banner(undefined);
    };
  },
});

async function answerCall(
  call: SimulatedCall,
  { answer, firstCall }: SimulatedClient,
  stage: SimulatedStage,
  handlers: Handlers,
): Promise<object | string | undefined> {
  const { name, params, id = '' } = call;
  stage.log({ direction: 'call', name, detail: params, id });
  const { sdk, network } = stage.scenario;
  // A client that is not there and one that is silent look the same from the frame.
  if (sdk === 'silent' || sdk === 'blocked') return undefined;
  const isLate = sdk === 'late' && (firstCall ?? name) === name;
  await wait((isLate ? lateMs : 0) + (network === 'slow' ? slowMs : 0));
  const end = await runHandler(name, params, handlers);
  const message = answer(call, end);
  const detail = 'error' in end ? end.error.message : end.result;
  // A message that the platform never answers is over, too: its line must not wait.
  stage.log({ direction: 'answer', name, detail: message === undefined ? 'the platform sends no answer' : detail, id });
  return message;
}

export const lateMs = 3000;
const slowMs = 800;

export const wait = async (ms: number): Promise<void> => {
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
};

async function runHandler(name: string, params: Fields, handlers: Handlers) {
  try {
    const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
    if (!handler) throw new NoSuchCall(`The simulated platform has no ${name}`);
    return { result: await handler(params) };
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}

export class NoSuchCall extends Error {}

/** Whether the player agrees. Throws when the developer lets the dialog fail. */
export async function askConsent(stage: SimulatedStage, title: string, text: string, yes: string): Promise<boolean> {
  const answers = [
    { name: 'yes', title: yes },
    { name: 'failed', title: 'Let it fail' },
    { name: 'no', title: 'Close' },
  ];
  const answer = await stage.ask({ title, text, answers });
  if (answer === 'failed') throw new Error('The simulated dialog failed');
  return answer === 'yes';
}

export type AdEnd = 'finished' | 'skipped' | 'no-fill';

/** How an advertisement ends: as the scenario says, or a person. */
export async function showAd(stage: SimulatedStage, text: string): Promise<AdEnd> {
  const { ad } = stage.scenario;
  if (ad !== 'ask') return ad;
  const answers = [
    { name: 'finished', title: 'Watch to the end' },
    { name: 'no-fill', title: 'There is none' },
    { name: 'skipped', title: 'Skip' },
  ] as const;
  const choice = await stage.ask({ title: 'An advertisement', text, answers });
  return answers.find(({ name }) => name === choice)?.name ?? 'skipped';
}

export type PaymentEnd = 'paid' | 'cancelled' | 'failed';
/** How the platform's server tells ours of it. */
export type Telling = 'usual' | 'late' | 'twice';

export interface SimulatedPayment {
  /** What the dialog says: the product, and how the price is agreed to. */
  readonly describe: () => Promise<{ readonly text: string; readonly yes: string }>;
  /** Takes the money, or says why not. */
  readonly pay: (telling: Telling) => Promise<PaymentEnd>;
}

/** What the window is told of a payment: as the scenario says, or a person. It need not be what happened. */
export async function showPayment(stage: SimulatedStage, { describe, pay }: SimulatedPayment): Promise<PaymentEnd> {
  const { payment } = stage.scenario;
  if (payment === 'cancelled' || payment === 'failed') return payment;
  if (payment === 'ask') {
    const { text, yes } = await describe();
    const answers = [
      { name: 'pay', title: yes },
      { name: 'failed', title: 'Let it fail' },
      { name: 'cancelled', title: 'Close' },
    ];
    const choice = await stage.ask({ title: 'Purchase', text, answers });
    if (choice !== 'pay') return choice === 'failed' ? 'failed' : 'cancelled';
  }
  const end = await pay(payment === 'webhook-late' ? 'late' : payment === 'webhook-twice' ? 'twice' : 'usual');
  return payment === 'paid-but-cancelled' && end === 'paid' ? 'cancelled' : end;
}
