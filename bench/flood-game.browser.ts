// The game's page in the flood benchmark: sends as many messages as it can and counts the responses.
import { helloMessageType } from '#bridge/envelope.ts';

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
    window.parent.postMessage({ type: helloMessageType, versions: [2], attempt, loading: false }, '*');
  });
}

let answers = 0;

Object.assign(globalThis, {
  flood: async (method: string, count: number): Promise<void> => {
    const port = method === '' ? await barePort : await openPort();
    answers = 0;
    if (method !== '') port.onmessage = () => void (answers += 1);
    for (let id = 0; id < count; id += 1) port.postMessage({ id, method });
  },
  countAnswers: (): number => answers,
});
void openPort();
