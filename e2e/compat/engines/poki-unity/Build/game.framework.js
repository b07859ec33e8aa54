// Old frameworks evaluate code from text.
window.unityFramework = (canvas, data) => eval('canvas.dataset.bytes = data.byteLength');
