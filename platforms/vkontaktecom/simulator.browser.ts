// VK's page around a game: it answers VK Bridge, tells when the page is hidden, and has VK's odd names for some answers.
import type { HostPage, SimulatedStage } from '../simulator-port.browser.ts';
import { fieldsOf, textOf, type Fields } from './fields-of.browser.ts';
import { SimulatedFault } from './simulator-fault.browser.ts';
import { handlers } from './simulator-handlers.browser.ts';

export const page: HostPage = {
  look: { title: 'VK', bar: '#0077ff', text: '#ffffff', page: '#edeef0' },
  start(stage) {
    let isOver = false;
    const post = (message: object): void => {
      if (!isOver) stage.post(message);
    };
    const tell = (type: string, data: object = {}): void => {
      stage.log({ direction: 'event', name: type, detail: data });
      post({ type, data });
    };
    const stop = stage.listen((message) => {
      const { type, handler, params } = fieldsOf(message);
      if (type !== 'vk-connect' || typeof handler !== 'string') return;
      void answer(handler, fieldsOf(params), stage, post);
    });
    const onVisibility = (): void =>
      tell(document.visibilityState === 'hidden' ? 'VKWebAppViewHide' : 'VKWebAppViewRestore');
    document.addEventListener('visibilitychange', onVisibility);
    post({ type: 'VKWebAppSettings', frameId: 'simulated' });
    return () => {
      isOver = true;
      stop();
      document.removeEventListener('visibilitychange', onVisibility);
      stage.banner(undefined);
    };
  },
};

type Post = (message: object) => void;

async function answer(method: string, given: Fields, stage: SimulatedStage, post: Post): Promise<void> {
  const { request_id, ...params } = given;
  const id = textOf(request_id);
  stage.log({ direction: 'call', name: method, detail: params, id });
  const { sdk, network } = stage.situation;
  if (sdk === 'blocked' || sdk === 'silent') return;
  const waitMs = (sdk === 'late' && method === 'VKWebAppInit' ? 3000 : 0) + (network === 'slow' ? 800 : 0);
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  const [type, data] = await resultOf(method, params, stage);
  stage.log({ direction: 'answer', name: type, detail: data, id });
  post({ type, data: { ...data, request_id } });
}

async function resultOf(method: string, params: Fields, stage: SimulatedStage): Promise<[type: string, data: object]> {
  // The two answers that are called otherwise.
  if (method === 'SetSupportedHandlers') return [method, { supportedHandlers: Object.keys(handlers) }];
  const base = method === 'VKWebAppGetAuthToken' ? 'VKWebAppAccessToken' : method;
  try {
    const handler = handlers[method];
    if (!handler) throw new SimulatedFault(6, 'Unsupported platform');
    return [base === method ? `${method}Result` : `${base}Received`, await handler(params, stage)];
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    const fault = error instanceof SimulatedFault ? error : new SimulatedFault(3, `Connection lost: ${reason}`);
    return [`${base}Failed`, fault.data];
  }
}
