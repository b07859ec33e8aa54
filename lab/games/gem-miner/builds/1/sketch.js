// An early build of Gem Miner, kept as the older of two builds.

const STONES = 48;
const GEMS_IN_FIVE = 1;

const mine = document.getElementById('mine');

for (let stone = 1; stone <= STONES; stone += 1) {
  const button = document.createElement('button');
  button.setAttribute('aria-label', String(stone));
  button.setAttribute('aria-pressed', 'false');
  button.addEventListener('click', () => turnOver(button), { once: true });
  mine.append(button);
}

function turnOver(button) {
  button.setAttribute('aria-pressed', 'true');
  if (Math.random() * 5 < GEMS_IN_FIVE) button.textContent = '◆';
}
