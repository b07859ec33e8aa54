// Runs a Unity build in the page that the server made for it, and tells the portal around it how it goes: each time
// `{ type: 'fxid-runner', state, … }`, to the portal's exact origin and nobody else. The bridge is left to the game, which
// may have the SDK inside: there is one port for each load of a frame.
//
// States: `loading` with `progress` (0 to 1), `loadedBytes` and `totalBytes`; then `ready`, or `failed` with a `reason`
// (NoWebGl, NotLoaded or Crashed) and a `message`. When the portal says `{ type: 'fxid-portal', state: 'leaving' }`, the game is
// ended in order, and `ended` is the last word.
/* oxlint-disable no-console -- the game's own console is where its developer looks */
'use strict';

{
  const { build, portalOrigin } = JSON.parse(document.getElementById('settings').textContent);
  const canvas = document.getElementById('unity-canvas');
  const loaderTimeoutMs = 60_000;
  const quitTimeoutMs = 2000;
  // Unity counts the last tenth for starting what it has loaded.
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

  // The portal says when the player leaves, keeps the frame until the game has ended, and not for long.
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== window.parent || origin !== portalOrigin) return;
    if (data?.type === 'fxid-portal' && data.state === 'leaving') void quit().then(() => tell({ state: 'ended' }));
  });
  // Without the portal's word, as when the tab is closed: whatever can still be done.
  addEventListener('pagehide', () => void quit());
  // The portal gives the focus to the frame; keys are heard by the canvas.
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
    // A page has few of them, and the game needs one.
    found?.getExtension('WEBGL_lose_context')?.loseContext();
    return found !== null;
  }
}
