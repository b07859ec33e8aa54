// Old frameworks bind what the build calls by text.
window.unityFramework = (canvas, data) => eval('canvas.dataset.bytes = data.byteLength');
