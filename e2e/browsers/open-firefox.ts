// Drives the installed Firefox by WebDriver BiDi. Firefox supports it natively, so no driver program is needed.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wrapWithJson, buildClickActions, buildKeyActions, type Driver } from './driver.ts';
import { startProgram } from './start-program.ts';

export async function openFirefox(program: string): Promise<Driver> {
  await using parts = new AsyncDisposableStack();
  const profile = await mkdtemp(join(tmpdir(), 'fxid-firefox-'));
  parts.defer(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
  await writeFile(join(profile, 'user.js'), preferences);
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0', 'about:blank'];
  const firefox = startProgram(program, args, { HOME: profile });
  parts.use(firefox);
  const [, address = ''] = await firefox.says(/WebDriver BiDi listening on (ws:\/\/\S+)/);
  const send = await connect(`${address}/session`, parts);
  await send('session.new', { capabilities: {} });
  const running = parts.move();

  const contextOf = async (window: string, frames: readonly string[]): Promise<string> => {
    let context = window;
    for (const selector of frames) {
      const { result } = (await send('script.evaluate', {
        expression: `document.querySelector(${JSON.stringify(selector)})?.contentWindow`,
        target: { context },
        awaitPromise: false,
      })) as { result?: { value?: { context?: string } } };
      if (result?.value?.context === undefined) throw new Error(`There is no frame ${selector}.`);
      context = result.value.context;
    }
    return context;
  };

  return {
    windows: async () => {
      const { contexts } = (await send('browsingContext.getTree', { maxDepth: 0 })) as {
        contexts: readonly { context: string }[];
      };
      return contexts.map(({ context }) => context);
    },
    goTo: async (context, url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    call: async ({ window, frames }, code, values) => {
      const answer = (await send('script.callFunction', {
        functionDeclaration: wrapWithJson(code),
        arguments: [{ type: 'string', value: JSON.stringify(values) }],
        target: { context: await contextOf(window, frames) },
        awaitPromise: false,
      })) as { result?: { value: string }; exceptionDetails?: { text: string } };
      if (!answer.result) throw new Error(`A page threw: ${answer.exceptionDetails?.text}`);
      return JSON.parse(answer.result.value) as unknown;
    },
    // A cross-site frame runs in another process, so a click in the outer page does not reach it.
    clickAt: async ({ window, frames }, { inFrame }) => {
      const context = await contextOf(window, frames);
      await send('input.performActions', { context, actions: buildClickActions(inFrame) });
    },
    pressKeys: async ({ window, frames }, keys) => {
      const context = await contextOf(window, frames);
      await send('input.performActions', { context, actions: buildKeyActions(keys) });
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Turns off requests to Mozilla's servers and pages that Firefox opens on its own. */
const preferences = [
  ['browser.shell.checkDefaultBrowser', false],
  ['browser.startup.homepage_override.mstone', 'ignore'],
  ['datareporting.policy.dataSubmissionEnabled', false],
  ['network.captive-portal-service.enabled', false],
  ['network.connectivity-service.enabled', false],
  ['services.settings.server', 'data:,'],
  ['app.normandy.enabled', false],
  // Stops the loading spinner and other endless animations.
  ['ui.prefersReducedMotion', 1],
]
  .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
  .join('');

type Send = (method: string, params: object) => Promise<unknown>;

interface Reply {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: string;
  readonly message?: string;
}

const replyMs = 60_000;

async function connect(address: string, parts: AsyncDisposableStack): Promise<Send> {
  const socket = new WebSocket(address);
  parts.defer(() => socket.close());
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error(`Firefox takes no connection at ${address}.`)));
  });
  const waiting = new Map<number, (reply: Reply) => void>();
  socket.addEventListener('message', ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply;
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply);
  });
  let last = 0;
  return async (method, params) => {
    const id = (last += 1);
    const reply = await new Promise<Reply>((resolve, reject) => {
      const limit = setTimeout(() => reject(new Error(`Firefox did not answer ${method}.`)), replyMs);
      waiting.set(id, (answer) => {
        clearTimeout(limit);
        waiting.delete(id);
        resolve(answer);
      });
      socket.send(JSON.stringify({ id, method, params }));
    });
    if (reply.error !== undefined) throw new Error(`Firefox refused ${method}: ${reply.error}, ${reply.message}`);
    return reply.result;
  };
}
