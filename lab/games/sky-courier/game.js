// The page around a Unity WebGL build, after Unity's default template, but without inline script so that a strict
// content policy holds. Stand-in: what it loads speaks Unity's loader interface; no Unity code is inside.

import { applyLanguage, chooseLanguage } from './language.js';
import { chooseSeed } from './random.js';
import { texts } from './texts.js';

const BUILD_URL = 'Build';
const LOADER_TIMEOUT_MS = 30_000;
const language = chooseLanguage(texts);
const canvas = document.getElementById('unity-canvas');
const loadingBar = document.getElementById('unity-loading-bar');
const progress = document.getElementById('unity-progress');
const fullscreenButton = document.getElementById('unity-fullscreen-button');

const config = {
  dataUrl: `${BUILD_URL}/sky-courier.data`,
  frameworkUrl: `${BUILD_URL}/sky-courier.framework.js`,
  codeUrl: `${BUILD_URL}/sky-courier.code.js`,
  streamingAssetsUrl: 'StreamingAssets',
  companyName: 'FxId',
  productName: 'Sky Courier',
  productVersion: '1.0',
  showBanner,
  arguments: ['-language', language, '-seed', String(chooseSeed())],
};

applyLanguage(language, texts[language]);
try {
  await loadScript(`${BUILD_URL}/sky-courier.loader.js`);
  const instance = await window.createUnityInstance(canvas, config, (part) => {
    progress.value = part;
  });
  loadingBar.hidden = true;
  fullscreenButton.hidden = !document.fullscreenEnabled;
  fullscreenButton.addEventListener('click', () => instance.SetFullscreen(document.fullscreenElement ? 0 : 1));
  canvas.focus();
} catch (error) {
  loadingBar.hidden = true;
  showBanner(texts[language].failed, 'error');
  // Thrown again so that the page's error listeners (a portal's reporter, the browser's own) learn the cause.
  throw error;
}

function showBanner(message, type) {
  const banner = document.getElementById('unity-warning');
  banner.textContent = message;
  banner.dataset.type = type;
  banner.hidden = false;
}

function loadScript(url) {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const timer = setTimeout(
      () => reject(new Error(`${url} did not load in ${LOADER_TIMEOUT_MS} ms`)),
      LOADER_TIMEOUT_MS,
    );
    script.src = url;
    script.addEventListener('load', () => {
      clearTimeout(timer);
      resolve();
    });
    script.addEventListener('error', () => {
      clearTimeout(timer);
      reject(new Error(`${url} could not be loaded: check that the Build folder was published whole`));
    });
    document.head.append(script);
  });
}
