const list = document.getElementById('done');
const done = (text) => list.append(Object.assign(document.createElement('li'), { textContent: text }));
const canvas = document.getElementById('play');

canvas.getContext('2d').fillRect(10, 10, 50, 50);
addEventListener('deviceorientation', () => undefined);
// What the frame may read; whether there is anything to read is the device's affair.
for (const right of ['accelerometer', 'gyroscope'])
  if (document.featurePolicy.allowsFeature(right)) done(`the ${right}`);

try {
  const best = Number(localStorage.getItem('best') ?? 0) + 1;
  localStorage.setItem('best', String(best));
  const kept = localStorage.getItem('best');
  done(kept === String(best) ? 'a save' : `saved ${best} and found ${kept}`);
} catch (error) {
  done(`nothing saved: ${error}`);
}

canvas.addEventListener('click', async () => {
  if (confirm('Begin anew?')) done('a question');
  await navigator.wakeLock.request('screen').then(
    () => done('a screen that stays on'),
    // A browser without a screen has none to keep on; a frame without the right is refused by another name.
    (error) => done(error.name === 'NotAllowedError' && document.featurePolicy.allowsFeature('screen-wake-lock') ? 'a screen that stays on' : error.name),
  );
});
