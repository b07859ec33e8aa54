const list = document.getElementById('done');
const done = (text) => list.append(Object.assign(document.createElement('li'), { textContent: text }));

const answerOf = (worker) =>
  new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.postMessage(21);
  });
if ((await answerOf(new Worker('worker.js'))) === 42) done('a worker of a file');
const blob = new Blob(['self.onmessage = ({ data }) => self.postMessage(data * 2)'], { type: 'text/javascript' });
if ((await answerOf(new Worker(URL.createObjectURL(blob)))) === 42) done('a worker of a blob');

await navigator.serviceWorker.register('service-worker.js').then(
  (registration) => registration && done('a service worker'),
  (error) => done(error.name),
);

const opening = indexedDB.open('workshop', 1);
opening.onupgradeneeded = () => opening.result.createObjectStore('saves');
await new Promise((resolve) => (opening.onsuccess = resolve));
const saving = opening.result.transaction('saves', 'readwrite').objectStore('saves').put('deep', 'level');
await new Promise((resolve) => (saving.onsuccess = resolve));
done('a save in a database');

document.getElementById('play').addEventListener('click', async () => {
  const sound = new AudioContext();
  await sound.resume();
  if (sound.state === 'running') done('sound');
  if (document.featurePolicy.allowsFeature('gamepad')) done('a gamepad');
  await document.body.requestPointerLock().then(
    () => done('pointer lock'),
    // A headless browser has no pointer to lock; only a missing permission gives SecurityError.
    (error) => done(error.name === 'SecurityError' ? 'no pointer lock' : 'pointer lock'),
  );
  document.exitPointerLock();
  open('help.html');
});
done('ready');
