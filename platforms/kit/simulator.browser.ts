// Shared parts of the simulated platforms' pages: calls (late or never, if the scenario says so), the log, and dialogs
// for purchases, ads and consent.
import type {
  FramePermissions,
  SimulatedEvent,
  SimulatedHostPage,
  SimulatorPageContext,
} from '../simulator-port.browser.ts';
import { readUntrustedFields, type UntrustedFields } from './fields.browser.ts';

interface SimulatedCall {
  readonly name: string;
  readonly params: UntrustedFields;
  readonly id?: string;
}

export type SimulatedCallHandlers = Readonly<Record<string, (params: UntrustedFields) => unknown>>;

export interface SimulatedClient {
  readonly appearance: SimulatedHostPage['appearance'];
  readonly permissions: SimulatedHostPage['permissions'];
  readonly read: (message: unknown) => SimulatedCall | undefined;
  readonly createHandlers: (
    stage: SimulatorPageContext,
    tell: (event: string, data?: object) => void,
  ) => SimulatedCallHandlers;
  /** Creates the reply to a call. Undefined: the platform sends none. */
  readonly answer: (
    call: SimulatedCall,
    end: { readonly result: unknown } | { readonly error: Error },
  ) => object | string | undefined;
  readonly event: (name: string, data: object) => object | string;
  /** Events that the developer can send. */
  readonly createEvents?: (
    tell: (event: string, data?: object) => void,
    stage: SimulatorPageContext,
  ) => readonly SimulatedEvent[];
  /** The events sent when the page is hidden and when it is visible again. */
  readonly hidden?: readonly [hidden: string, shown: string];
  readonly greeting?: object;
  /** The call that starts the connection, which is the late one in the scenario `late`. Absent: all calls are late. */
  readonly firstCall?: string;
}

const playing = ['autoplay', 'clipboard-write', 'fullscreen', 'gamepad', 'screen-wake-lock'];
const motion = ['accelerometer', 'gyroscope', 'magnetometer'];

/** What game sites usually allow in a frame. */
export const assumedFramePermissions: FramePermissions = { allow: playing, basis: 'assumed' };
/** For sites that are also played on phones: motion sensors too. */
export const assumedPhoneFramePermissions: FramePermissions = { allow: [...playing, ...motion], basis: 'assumed' };
/** A program shows the portal itself, without a framing page. */
export const allFramePermissions: FramePermissions = { allow: [...playing, ...motion], basis: 'no frame' };

export const createSimulatedHostPage = (client: SimulatedClient): SimulatedHostPage => ({
  appearance: client.appearance,
  permissions: client.permissions,
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
    if (client.createEvents) stage.offerEvents(client.createEvents(tell, stage));
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
  stage: SimulatorPageContext,
  handlers: SimulatedCallHandlers,
): Promise<object | string | undefined> {
  const { name, params, id = '' } = call;
  stage.log({ direction: 'call', name, detail: params, id });
  const { sdk, network } = stage.scenario;
  // For the frame, a missing client and a silent one look the same.
  if (sdk === 'silent' || sdk === 'blocked') return undefined;
  const isLate = sdk === 'late' && (firstCall ?? name) === name;
  await delay((isLate ? lateReplyDelayMs : 0) + (network === 'slow' ? slowMs : 0));
  const end = await runHandler(name, params, handlers);
  const message = answer(call, end);
  const detail = 'error' in end ? end.error.message : end.result;
  // Logged also if the platform sends no reply, so that the log line doesn't stay pending.
  stage.log({ direction: 'answer', name, detail: message === undefined ? 'the platform sends no answer' : detail, id });
  return message;
}

export const lateReplyDelayMs = 3000;
const slowMs = 800;

export const delay = async (ms: number): Promise<void> => {
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
};

async function runHandler(name: string, params: UntrustedFields, handlers: SimulatedCallHandlers) {
  try {
    const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
    if (!handler) throw new UnknownCallError(`The simulated platform has no ${name}`);
    return { result: await handler(params) };
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}

export class UnknownCallError extends Error {}

/** Asks the player for consent. Throws if the developer lets the dialog fail. */
export async function requestSimulatedConsent(
  stage: SimulatorPageContext,
  title: string,
  text: string,
  yes: string,
): Promise<boolean> {
  const answers = [
    { name: 'yes', title: yes },
    { name: 'failed', title: 'Let it fail' },
    { name: 'no', title: 'Close' },
  ];
  const answer = await stage.ask({ title, text, answers });
  if (answer === 'failed') throw new Error('The simulated dialog failed');
  return answer === 'yes';
}

export type SimulatedAdResult = 'finished' | 'skipped' | 'no-fill';

/** The scenario decides how the ad ends, or else the developer. */
export async function showSimulatedAd(stage: SimulatorPageContext, text: string): Promise<SimulatedAdResult> {
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

export type SimulatedPaymentResult = 'paid' | 'cancelled' | 'failed';
type WebhookTiming = 'usual' | 'late' | 'twice';

interface SimulatedPaymentSteps {
  readonly describe: () => Promise<{ readonly text: string; readonly yes: string }>;
  readonly pay: (telling: WebhookTiming) => Promise<SimulatedPaymentResult>;
}

/** Returns what the page reports to the game's window, which may differ from what happened. */
export async function showSimulatedPayment(
  stage: SimulatorPageContext,
  { describe, pay }: SimulatedPaymentSteps,
): Promise<SimulatedPaymentResult> {
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

/** Shows the scores and achievements that our server has sent: `/client/results` of the simulated server lists them. */
export const createResultsEvent = (stage: SimulatorPageContext): SimulatedEvent => ({
  title: 'Show the player’s scores and achievements on the platform',
  send: () => void showResults(stage).catch((error: unknown) => stage.notify(String(error))),
});

async function showResults(stage: SimulatorPageContext): Promise<void> {
  const { results } = readUntrustedFields(await stage.fetch('/client/results', { player: stage.player.id }));
  const lines = Array.isArray(results) ? results.map(String) : [];
  stage.notify(lines.join(', ') || 'No scores, no achievements');
}

/** Changes the values that the simulated platform stores for a player, and returns all of them. */
export const updateSimulatedStorage = async (
  stage: SimulatorPageContext,
  player: string,
  change: { readonly set?: unknown; readonly remove?: unknown } = {},
): Promise<UntrustedFields> => readUntrustedFields(await stage.fetch('/web/storage', { player, ...change }));
