// Runs a Unity build in the generated page and reports to the portal, to its exact origin only, with `{ type:
// 'fxid-runner', state, … }`. The bridge is left to the game, which may include the SDK: each load of a frame has one
// message port.
//
// States: `loading` with `progress` (0 to 1), `loadedBytes` and `totalBytes`; then `ready`, or `failed` with a `reason`
// (NoWebGl, NotLoaded or Crashed) and a `message`. On `{ type: 'fxid-portal', state: 'leaving' }` from the portal the
// game is shut down properly, and `ended` is the last message.
/* oxlint-disable no-console -- the game's own console is where its developer looks */
'use strict';

{
  const { build, portalOrigin } = JSON.parse(document.getElementById('settings').textContent);
  const canvas = document.getElementById('unity-canvas');
  const loaderTimeoutMs = 60_000;
  const quitTimeoutMs = 2000;
  // Unity reserves the last tenth of the progress for starting the game.
  const loadingShare = 0.9;
  let instance;

  const tell = (news) => {
    if (window.parent !== window) window.parent.postMessage({ type: 'fxid-runner', ...news }, portalOrigin);
  };
  const fail = (reason, message, cause) => {
    if (cause !== undefined) console.error(message, cause);
    const place = document.getElementById('unity-message');
    place.textContent = message;
    place.hidden = false;
    tell({ state: 'failed', reason, message });
  };
  const showProgress = (progress) => {
    const loaded = Math.min(1, progress / loadingShare);
    tell({ state: 'loading', progress, loadedBytes: Math.round(loaded * build.bytes), totalBytes: build.bytes });
  };

  // The portal announces that the player leaves, and keeps the frame for a short time until the game has ended.
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== window.parent || origin !== portalOrigin) return;
    if (data?.type === 'fxid-portal' && data.state === 'leaving') void quit().then(() => tell({ state: 'ended' }));
  });
  // When the tab is closed without that message: shut down as far as possible.
  addEventListener('pagehide', () => void quit());
  // The portal focuses the frame, but keyboard events go to the canvas.
  addEventListener('focus', () => document.activeElement === document.body && canvas.focus());

  if (hasWebGl()) void run();
  else fail('NoWebGl', 'This game needs WebGL, which this browser does not have or has switched off.');

  async function run() {
    showProgress(0);
    try {
      await loadScript(build.loader);
      instance = await window.createUnityInstance(canvas, configOf(build), showProgress);
    } catch (error) {
      fail('NotLoaded', 'The game could not be loaded. Try again in a moment.', error);
      return;
    }
    canvas.focus();
    tell({ state: 'ready' });
  }

  async function quit() {
    const ending = instance;
    instance = undefined;
    if (!ending) return;
    const late = new Promise((resolve) => {
      setTimeout(resolve, quitTimeoutMs, 'late');
    });
    try {
      if ((await Promise.race([ending.Quit(), late])) === 'late') console.warn('The game did not end in time.');
    } catch (error) {
      console.warn('The game did not end as it should.', error);
    }
  }

  function configOf({ data, framework, code, symbols, memory, companyName, productName, productVersion }) {
    return {
      dataUrl: data,
      frameworkUrl: framework,
      codeUrl: code,
      ...(symbols && { symbolsUrl: symbols }),
      ...(memory && { memoryUrl: memory }),
      streamingAssetsUrl: 'StreamingAssets',
      companyName: companyName ?? 'DefaultCompany',
      productName,
      productVersion: productVersion ?? '1.0',
      showBanner: (message, type) => (type === 'error' ? fail('Crashed', message) : console.warn(message)),
    };
  }

  function loadScript(address) {
    return new Promise((resolve, reject) => {
      const script = document.createElement('script');
      const timer = setTimeout(() => reject(new Error(`${address} did not come in time.`)), loaderTimeoutMs);
      script.onload = () => {
        clearTimeout(timer);
        resolve();
      };
      script.onerror = () => {
        clearTimeout(timer);
        reject(new Error(`${address} could not be loaded.`));
      };
      script.src = address;
      document.body.append(script);
    });
  }

  function hasWebGl() {
    const context = document.createElement('canvas');
    const found = context.getContext('webgl2') ?? context.getContext('webgl');
    // Frees the test context: a page has few WebGL contexts, and the game needs one.
    found?.getExtension('WEBGL_lose_context')?.loseContext();
    return found !== null;
  }
}
