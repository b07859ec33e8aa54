// Drives WebKitGTK's MiniBrowser by WebDriver: the closest to Safari that runs on Linux. It gets a virtual screen with
// a window manager, because a window never gets the focus without one.
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePorts } from '#server/testing/find-free-ports.ts';
import { wrapWithJson, buildClickActions, buildKeyActions, type Driver } from './driver.ts';
import { startProgram } from './start-program.ts';

/** @param program the path of WebKitWebDriver */
export async function openWebkit(program: string): Promise<Driver> {
  const [miniBrowser] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser');
  if (miniBrowser === undefined) throw new Error(`There is no MiniBrowser beside ${program}.`);
  await using parts = new AsyncDisposableStack();
  const screen = startProgram('Xvfb', ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {});
  parts.use(screen);
  const [, number = ''] = await screen.says(/^(\d+)$/m);
  const home = await mkdtemp(join(tmpdir(), 'fxid-webkit-'));
  parts.defer(() => rm(home, { recursive: true, force: true, maxRetries: 5 }));
  // Endless animations cost processor time. Pages see this setting as prefers-reduced-motion.
  await mkdir(join(home, 'gtk-3.0'));
  await writeFile(join(home, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
  const env = { DISPLAY: `:${number}`, HOME: home, XDG_CONFIG_HOME: home, NO_AT_BRIDGE: '1' };
  parts.use(startProgram('openbox', [], env));
  const [port] = await findFreePorts();
  parts.use(startProgram(program, [`--port=${port}`], env));
  const send = sender(`http://127.0.0.1:${port}`);
  await answering(send);
  const { sessionId } = (await send('POST', '/session', {
    capabilities: {
      alwaysMatch: { 'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] } },
    },
  })) as { sessionId: string };
  const at = `/session/${sessionId}`;
  parts.defer(async () => void (await send('DELETE', at)));
  const running = parts.move();

  const enter = async (window: string, frames: readonly string[] = []): Promise<void> => {
    await send('POST', `${at}/window`, { handle: window });
    for (const value of frames) {
      const id = await send('POST', `${at}/element`, { using: 'css selector', value });
      await send('POST', `${at}/frame`, { id });
    }
  };

  return {
    windows: async () => (await send('GET', `${at}/window/handles`)) as string[],
    goTo: async (window, url) => {
      await enter(window);
      await send('POST', `${at}/url`, { url });
    },
    call: async ({ window, frames }, code, values) => {
      await enter(window, frames);
      const script = `return (${wrapWithJson(code)})(arguments[0])`;
      const answer = await send('POST', `${at}/execute/sync`, { script, args: [JSON.stringify(values)] });
      return JSON.parse(String(answer)) as unknown;
    },
    clickAt: async ({ window }, { inPage }) => {
      await enter(window);
      await send('POST', `${at}/actions`, { actions: buildClickActions(inPage) });
    },
    pressKeys: async ({ window, frames }, keys) => {
      await enter(window, frames);
      await send('POST', `${at}/actions`, { actions: buildKeyActions(keys) });
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

type Send = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>;

const replyMs = 60_000;

const sender =
  (base: string): Send =>
  async (method, path, body) => {
    const answer = await fetch(base + path, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(replyMs),
    });
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null };
    if (!answer.ok) throw new Error(`WebKit refused ${method} ${path}: ${value?.error}, ${value?.message}`);
    return value;
  };

/** The driver prints nothing when it is ready, so this polls it. */
async function answering(send: Send): Promise<void> {
  for (const endMs = performance.now() + replyMs; ;) {
    try {
      await send('GET', '/status');
      return;
    } catch (error) {
      if (performance.now() > endMs) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
