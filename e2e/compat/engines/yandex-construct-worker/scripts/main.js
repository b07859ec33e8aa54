// Construct's worker mode: the game runs in a worker on an OffscreenCanvas; the page has the SDK and passes messages.
const ysdk = await YaGames.init();
const worker = new Worker('scripts/runtime.js');
const calls = {
  language: () => ysdk.environment.i18n.lang,
  rewarded: () =>
    new Promise((resolve) => {
      ysdk.adv.showRewardedVideo({
        callbacks: { onRewarded: () => resolve('rewarded'), onError: () => resolve('error') },
      });
    }),
  save: async (data) => {
    const player = await ysdk.getPlayer();
    await player.setData(data);
    return JSON.stringify(await player.getData());
  },
  note: (text) => note(text),
};
worker.onmessage = async ({ data: { id, call, params } }) =>
  worker.postMessage({ id, result: await calls[call](params) });
const canvas = document.getElementById('canvas').transferControlToOffscreen();
worker.postMessage({ canvas }, [canvas]);
