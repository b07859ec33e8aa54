// The game's page of the flood's measure: sends as much as it can, and counts what it gets back.
import { initializePort } from '#bridge/envelope.ts';

const barePort = new Promise<MessagePort>((resolve) =>
  window.addEventListener('message', ({ data, ports }) => void (data === 'bare' && ports[0] && resolve(ports[0]))),
);

function openPort(): Promise<MessagePort> {
  return new Promise((resolve) => {
    const attempt = String(Math.random());
    window.addEventListener('message', function hear({ data, ports }: MessageEvent<{ attempt?: string }>) {
      if (data.attempt !== attempt || !ports[0]) return;
      window.removeEventListener('message', hear);
      resolve(ports[0]);
    });
    window.parent.postMessage({ type: initializePort, versions: [2], attempt, loading: false }, '*');
  });
}

let answers = 0;

Object.assign(globalThis, {
  /** Sends all at once, on a new port of the bridge or on the bare one. */
  flood: async (method: string, count: number): Promise<void> => {
    const port = method === '' ? await barePort : await openPort();
    answers = 0;
    if (method !== '') port.onmessage = () => void (answers += 1);
    for (let id = 0; id < count; id += 1) port.postMessage({ id, method });
  },
  countAnswers: (): number => answers,
});
void openPort();
