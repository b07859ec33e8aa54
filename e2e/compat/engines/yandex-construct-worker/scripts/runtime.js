// The game, in the worker.
const waiting = new Map();
let last = 0;
const ask = (call, params) =>
  new Promise((resolve) => {
    waiting.set((last += 1), resolve);
    postMessage({ id: last, call, params });
  });
addEventListener('message', async ({ data: { canvas, id, result } }) => {
  if (!canvas) return waiting.get(id)?.(result);
  await ask('note', `canvas ${canvas.constructor.name}`);
  await ask('note', `language ${await ask('language')}`);
  await ask('note', `saved ${await ask('save', { level: 2 })}`);
  return ask('note', `ad ${await ask('rewarded')}`);
});
