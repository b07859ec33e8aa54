const list = document.getElementById('done');
const done = (text) => list.append(Object.assign(document.createElement('li'), { textContent: text }));
const canvas = document.getElementById('play');

canvas.getContext('2d').fillRect(10, 10, 50, 50);
addEventListener('deviceorientation', () => undefined);
// Reports what the frame is allowed to read, whether or not the device has a sensor.
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
    // A headless browser throws NotAllowedError although the frame has the permission.
    (error) => done(error.name === 'NotAllowedError' && document.featurePolicy.allowsFeature('screen-wake-lock') ? 'a screen that stays on' : error.name),
  );
});
