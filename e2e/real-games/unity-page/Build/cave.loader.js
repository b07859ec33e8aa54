// Replaces Unity's loader: loads the parts that the page names and runs the framework.
window.createUnityInstance = async (canvas, { dataUrl, frameworkUrl, codeUrl }, onProgress) => {
  const [data, code] = await Promise.all([dataUrl, codeUrl].map(async (url) => (await fetch(url)).arrayBuffer()));
  onProgress(0.9);
  await WebAssembly.compile(code);
  await new Promise((resolve, reject) => {
    document.body.append(Object.assign(document.createElement('script'), { src: frameworkUrl, onload: resolve, onerror: reject }));
  });
  window.unityFramework(canvas, data);
  onProgress(1);
  return { Quit: async () => undefined };
};
