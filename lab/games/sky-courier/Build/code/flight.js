// The rules of one flight, in metres and seconds. Events are reported through `tell`.

import { AIRWAY, RING_RADIUS, speedAt, planRoute } from './route.js';

export const GLIDER_Z = 10;
const KEY_PACE = 15;
const HUNT_Z = 90;
const BEST_STREAK = 5;
const SAFE_SECONDS = 1.4;

/** `asm` is the build's WebAssembly: it moves a value towards a target. */
export function startFlight(seed, tuning, { tell, asm }) {
  const route = planRoute(seed, tuning);
  const flight = {
    route,
    distance: 0,
    glider: { x: 0, y: 0, goalX: 0, goalY: 0, bank: 0, climb: 0 },
    parcels: 0,
    rings: 0,
    streak: 0,
    feathers: tuning.feathers,
    safe: 0,
    end: undefined,
  };

  /** `keys` is { x, y } from -1 to 1; `goal` is the pointer's target, or undefined. */
  flight.step = (seconds, keys, goal) => {
    if (flight.end) return;
    flight.safe = Math.max(0, flight.safe - seconds);
    steer(flight.glider, seconds, { keys, goal, approach: asm.approach });
    flight.distance += speedAt(flight.distance / route.length, tuning) * seconds;
    for (const thing of route.things) {
      const z = thing.at - flight.distance;
      if (z > 120) break;
      meet(flight, thing, z, tell);
      if (flight.end) return;
    }
    if (flight.distance >= route.length - GLIDER_Z) {
      flight.end = 'delivered';
      tell('end', { end: 'delivered' });
    }
  };
  flight.progress = () => Math.min(1, flight.distance / route.length);
  return flight;
}

function steer(glider, seconds, { keys, goal, approach }) {
  if (keys.x !== 0 || keys.y !== 0) {
    glider.goalX = glider.x + keys.x * KEY_PACE * 0.16;
    glider.goalY = glider.y + keys.y * KEY_PACE * 0.16;
  } else if (goal) {
    glider.goalX = goal.x;
    glider.goalY = goal.y;
  }
  glider.goalX = Math.max(-AIRWAY.x, Math.min(AIRWAY.x, glider.goalX));
  glider.goalY = Math.max(-AIRWAY.y, Math.min(AIRWAY.y, glider.goalY));
  const ease = 1 - Math.exp(-seconds * 6);
  const from = { x: glider.x, y: glider.y };
  glider.x = approach(from.x, glider.goalX, ease);
  glider.y = approach(from.y, glider.goalY, ease);
  if (seconds === 0) return;
  const pace = { x: (glider.x - from.x) / seconds, y: (glider.y - from.y) / seconds };
  const settle = 1 - Math.exp(-seconds * 8);
  glider.bank = approach(glider.bank, Math.max(-0.75, Math.min(0.75, pace.x * 0.045)), settle);
  glider.climb = approach(glider.climb, Math.max(-1, Math.min(1, pace.y * 0.06)), settle);
}

function meet(flight, thing, z, tell) {
  if (thing.state !== 'ahead') return;
  const { glider } = flight;
  if (thing.isHunting && z < HUNT_Z) {
    thing.isHunting = false;
    thing.x = glider.x;
    thing.y = glider.y;
  }
  if (z > GLIDER_Z) return;
  thing.state = 'passed';
  const miss = Math.hypot(glider.x - thing.x, glider.y - thing.y);
  if (thing.kind === 'ring') passRing(flight, thing, miss, tell);
  else if (miss < thing.radius + 0.35 && flight.safe === 0) loseFeather(flight, thing, tell);
}

function passRing(flight, ring, miss, tell) {
  if (miss > RING_RADIUS) {
    flight.streak = 0;
    tell('missed', ring);
    return;
  }
  ring.state = 'taken';
  flight.rings += 1;
  flight.streak = Math.min(BEST_STREAK, flight.streak + 1);
  const parcels = flight.streak * (ring.isGold ? 3 : 1);
  flight.parcels += parcels;
  tell('ring', { ...ring, parcels, streak: flight.streak });
}

function loseFeather(flight, thing, tell) {
  flight.feathers -= 1;
  flight.streak = 0;
  flight.safe = SAFE_SECONDS;
  tell('hit', thing);
  if (flight.feathers > 0) return;
  flight.end = 'fallen';
  tell('end', { end: 'fallen' });
}
