// The route of one flight: rings, storms, rocks and islands. `at` is the distance from the start; x and y are metres
// from the middle.

import { createRandom } from '../../random.js';

export const RING_RADIUS = 2.3;
export const AIRWAY = { x: 8, y: 4.6 };
const FIRST_RING = 90;
const CLEARANCE = 3.6;

export function planRoute(seed, tuning) {
  const random = createRandom(seed);
  const length = (tuning.routeSeconds * (tuning.startPace + tuning.endPace)) / 2;
  const things = [];
  const bend = { x: random.between(0, 6), y: random.between(0, 6) };
  const rings = [];
  for (let at = FIRST_RING, index = 0; at < length - 90; index += 1) {
    rings.push({
      kind: 'ring',
      at,
      x: Math.sin(index * 0.62 + bend.x) * AIRWAY.x * random.between(0.45, 0.85),
      y: Math.sin(index * 0.87 + bend.y) * AIRWAY.y * random.between(0.4, 0.8),
      isGold: index % 6 === 5,
      state: 'ahead',
    });
    at += speedAt(at / length, tuning) * tuning.ringEverySeconds;
  }
  things.push(...rings);
  for (let i = 1; i < rings.length; i += 1) placeDanger(random, rings[i - 1], rings[i], tuning, things);
  placeScenery(random, length, things);
  return { things: things.sort((a, b) => a.at - b.at), length, ringCount: rings.length };
}

export function speedAt(progress, tuning) {
  return tuning.startPace + (tuning.endPace - tuning.startPace) * Math.min(1, progress);
}

/** A danger lies beside the straight line between two rings, so a clean flight is always possible. */
function placeDanger(random, from, to, tuning, things) {
  const count = Math.floor(tuning.stormsPerRing + random.next());
  for (let i = 0; i < count; i += 1) {
    const share = random.between(0.3, 0.7);
    const line = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
    const angle = random.between(0, Math.PI * 2);
    const reach = CLEARANCE + random.between(0, 4);
    things.push({
      kind: random.next() < 0.6 ? 'storm' : 'rock',
      at: from.at + (to.at - from.at) * share,
      x: clamp(line.x + Math.cos(angle) * reach, AIRWAY.x),
      y: clamp(line.y + Math.sin(angle) * reach, AIRWAY.y),
      // Some storms drift towards the glider, so that holding still doesn't win.
      isHunting: random.next() < 0.34,
      radius: 1.55,
      look: random.whole(3),
      state: 'ahead',
    });
  }
}

function placeScenery(random, length, things) {
  for (let at = 30; at < length + 160; at += random.between(9, 26)) {
    const side = random.next() < 0.5 ? -1 : 1;
    things.push({
      kind: 'island',
      at,
      x: side * random.between(13, 34),
      y: random.between(-7, 6),
      radius: random.between(2.5, 6.5),
      look: random.whole(3),
      state: 'scenery',
    });
  }
  things.push({ kind: 'lighthouse', at: length + 12, x: 7, y: -5.6, radius: 9, look: 0, state: 'scenery' });
}

function clamp(value, most) {
  return Math.max(-most, Math.min(most, value));
}
