// The page of Yandex Games around a game: it does what the simulated script asks for, and pauses the game when something lies over it.
import type { HostPage, SimulatedStage } from '../simulator-port.browser.ts';
import { createHandlers, type Fields, type Handlers } from './simulator-handlers.browser.ts';

export const page: HostPage = {
  look: { title: 'Yandex Games', bar: '#21201f', text: '#ffffff', page: '#f5f4f2' },
  start(stage) {
    let isOver = false;
    const post = (message: object): void => {
      if (!isOver) stage.post({ mark, ...message });
    };
    const tell = (event: string): void => {
      stage.log({ direction: 'event', name: event });
      post({ event });
    };
    const handlers = createHandlers(stage, (isPaused) => tell(isPaused ? 'game_api_pause' : 'game_api_resume'));
    const stop = stage.listen((message) => {
      const call = callIn(message);
      if (call) void answer(call, handlers, stage, post);
    });
    const onVisibility = (): void => tell(document.hidden ? 'game_api_pause' : 'game_api_resume');
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      isOver = true;
      stop();
      document.removeEventListener('visibilitychange', onVisibility);
      stage.banner(undefined);
    };
  },
};

const mark = 'simulated-yandex-games';
const lateMs = 3000;
const slowMs = 800;

interface ScriptCall {
  readonly id: number;
  readonly app: string;
  readonly method: string;
  readonly params: Fields;
}

function callIn(message: unknown): ScriptCall | undefined {
  const call = message as (ScriptCall & { readonly mark?: unknown }) | null | undefined;
  // The portal's own messages are none of the script's.
  return call?.mark === mark && typeof call.method === 'string' ? call : undefined;
}

async function answer(
  { id, app, method, params }: ScriptCall,
  handlers: Handlers,
  stage: SimulatedStage,
  post: (message: object) => void,
): Promise<void> {
  stage.log({ direction: 'call', name: method, detail: params, id: String(id) });
  const { sdk, network } = stage.situation;
  if (sdk === 'silent' || sdk === 'blocked') return;
  const waitMs = (sdk === 'late' && method === 'init' ? lateMs : 0) + (network === 'slow' ? slowMs : 0);
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  try {
    const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
    if (!handler) throw new Error(`The simulated Yandex Games has no ${method}`);
    const result = await handler({ ...params, app });
    stage.log({ direction: 'answer', name: method, detail: result, id: String(id) });
    post({ id, result });
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    stage.log({ direction: 'answer', name: `${method} failed`, detail: text, id: String(id) });
    post({ id, error: text });
  }
}
