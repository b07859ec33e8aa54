// A stand-in for Unity's WebGL loader with the same interface, to try the portal with a "Unity" game without shipping
// Unity. A classic script like Unity's, so it can't use import or export at the top level.

'use strict';

// Like Unity's loader, it defines a single global.
{
  window.createUnityInstance = createUnityInstance;

  const LOAD_TIMEOUT_MS = 30_000;

  async function createUnityInstance(canvas, config, onProgress = () => {}) {
    for (const name of ['dataUrl', 'frameworkUrl', 'codeUrl']) {
      if (!config[name])
        throw new Error(`createUnityInstance: config.${name} is missing; give the address of that build file`);
    }
    const absolute = (url) => new URL(url, document.baseURI).href;
    const parts = { data: 0, framework: 0, code: 0 };
    const report = (part, share) => {
      parts[part] = share;
      // As in Unity, the last tenth is the start itself.
      onProgress(parts.data * 0.6 + parts.framework * 0.15 + parts.code * 0.15);
    };

    onProgress(0);
    const [data, bytes] = await withTimeout(
      Promise.all([
        readBytes(absolute(config.dataUrl), (share) => report('data', share)),
        readBytes(absolute(config.codeUrl), (share) => report('code', share)),
        addScript(absolute(config.frameworkUrl)).then(() => report('framework', 1)),
      ]),
    );
    const [{ instance }, program] = await withTimeout(
      Promise.all([WebAssembly.instantiate(bytes), window.unityFramework.loadProgram()]),
    );
    const Module = { canvas, config, data: JSON.parse(new TextDecoder().decode(data)), asm: instance.exports };
    const engine = window.unityFramework(Module);
    Module.game = program.startGame(engine, Module, readArguments(config.arguments ?? []));
    engine.run(Module.game);
    onProgress(1);
    return createInstance(canvas, Module, engine);
  }

  function withTimeout(promise) {
    let timer;
    const timeout = new Promise((resolve, reject) => {
      timer = setTimeout(
        () => reject(new Error(`The build did not load in ${LOAD_TIMEOUT_MS} ms; check the connection`)),
        LOAD_TIMEOUT_MS,
      );
    });
    return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
  }

  async function readBytes(url, onShare) {
    const response = await fetch(url);
    if (!response.ok)
      throw new Error(`${url} answered ${response.status}; check that the Build folder was published whole`);
    const total = Number(response.headers.get('content-length'));
    const chunks = [];
    let received = 0;
    for (const reader = response.body.getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      received += value.length;
      // A compressed response has more bytes than its content-length.
      if (total > 0) onShare(Math.min(1, received / total));
    }
    onShare(1);
    return new Blob(chunks).arrayBuffer();
  }

  function addScript(url) {
    return new Promise((resolve, reject) => {
      const script = document.createElement('script');
      script.src = url;
      script.addEventListener('load', () => resolve());
      script.addEventListener('error', () =>
        reject(new Error(`${url} could not be loaded; check that the Build folder was published whole`)),
      );
      document.head.append(script);
    });
  }

  function readArguments(list) {
    const pairs = {};
    for (let i = 0; i + 1 < list.length; i += 2) pairs[list[i].replace(/^-+/, '')] = list[i + 1];
    return pairs;
  }

  function createInstance(target, module, engine) {
    return {
      Module: module,
      SendMessage(objectName, methodName, value) {
        const methods = objectName === 'Game' ? module.game.messages : undefined;
        if (!methods?.[methodName]) {
          throw new Error(
            `SendMessage: ${objectName}.${methodName} does not exist; Game knows ${Object.keys(module.game.messages).join(', ')}`,
          );
        }
        methods[methodName](value);
      },
      async SetFullscreen(isFull) {
        if (isFull) await (target.parentElement ?? target).requestFullscreen();
        else if (document.fullscreenElement) await document.exitFullscreen();
      },
      async Quit() {
        engine.stop();
      },
    };
  }
}
