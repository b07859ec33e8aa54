// Simulates AdsGram's script: the same methods, with a dialog of the framing page as the ad.
(() => {
  const page = '{page}';
  let count = 0;

  const show = (blockId, tell) =>
    new Promise((resolve, reject) => {
      count += 1;
      const id = `ad-${count}`;
      const hear = ({ source, origin, data }) => {
        if (source !== window.parent || origin !== page || typeof data !== 'string' || !data.includes(id)) return;
        const { eventType, eventData } = JSON.parse(data);
        if (eventType !== 'simulated_ad_ended' || eventData.id !== id) return;
        window.removeEventListener('message', hear);
        const result = { done: eventData.end === 'finished', error: eventData.end === 'no-fill', state: 'destroy' };
        if (eventData.end === 'no-fill') tell('onBannerNotFound');
        if (eventData.end === 'skipped') tell('onSkip');
        if (eventData.end === 'finished') tell('onReward');
        // An interstitial may be skipped.
        if (result.done || (eventData.end === 'skipped' && blockId.startsWith('int-'))) resolve(result);
        else reject(result);
      };
      window.addEventListener('message', hear);
      tell('onStart');
      window.parent.postMessage(JSON.stringify({ eventType: 'simulated_ad', eventData: { id, blockId } }), page);
    });

  window.Adsgram = {
    init({ blockId }) {
      const listeners = new Map();
      const of = (event) => listeners.get(event) ?? listeners.set(event, new Set()).get(event);
      return {
        show: () => show(blockId, (event) => of(event).forEach((heard) => heard())),
        addEventListener: (event, heard) => void of(event).add(heard),
        removeEventListener: (event, heard) => void of(event).delete(heard),
        destroy: () => listeners.clear(),
      };
    },
  };
})();
