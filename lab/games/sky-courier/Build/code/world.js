// Draws the flight from far to near: sky, sun, clouds, everything on the route, and the evening light.

import { drawGlider, drawLighthouse, drawRing } from './figures.js';
import { GLIDER_Z } from './flight.js';
import { createRandom } from '../../random.js';
import { drawSprites } from './sprites.js';

const FAR = 170;
const PUFFS = 96;
const SKIES = [
  { at: 0, top: '#4b63b8', middle: '#f3a68c', low: '#ffe3a8', tint: [255, 255, 255] },
  { at: 0.45, top: '#3a2f7a', middle: '#e0678a', low: '#ffb86b', tint: [255, 214, 214] },
  { at: 0.8, top: '#171a4a', middle: '#6a3f8f', low: '#e0719a', tint: [176, 160, 226] },
  { at: 1, top: '#0c1030', middle: '#2f2a6b', low: '#8a4f9a', tint: [128, 128, 206] },
];

export function createWorld() {
  const sprites = drawSprites();
  const random = createRandom(21);
  const puffs = Array.from({ length: PUFFS }, (_, index) => ({
    kind: 'cloud',
    x: random.between(-75, 75),
    y: -8.5 - random.between(0, 3.2),
    offset: (index / PUFFS) * FAR,
    radius: random.between(5, 10),
    look: index % 3,
  }));

  return {
    /** Returns the function that maps metres to the screen. */
    lens(size, flight) {
      const focal = Math.min(size.width * 0.56, size.height * 0.82);
      const camera = { x: flight.glider.x * 0.35, y: flight.glider.y * 0.35 };
      return { focal, camera, middle: size.width / 2, horizon: size.height * 0.47 };
    },
    draw(context, size, flight, { seconds, isCalm }) {
      const lens = this.lens(size, flight);
      const sky = blendSky(flight.progress());
      drawSky(context, size, lens, sky, flight.progress(), seconds);
      const lights = [];
      for (const thing of gather(flight, puffs)) {
        drawThing(context, lens, sprites, flight, thing, { seconds, isCalm, lights });
      }
      // Tints everything with the evening sky. By day the tint is white, so this costly step is skipped.
      if (sky.tint[2] < 250) {
        context.globalCompositeOperation = 'multiply';
        context.fillStyle = `rgb(${sky.tint.map(Math.round).join(',')})`;
        context.fillRect(0, 0, size.width, size.height);
      }
      context.globalCompositeOperation = 'lighter';
      for (const { x, y, radius, rgb, strength } of lights) drawGlow(context, x, y, radius, rgb, strength);
      context.globalCompositeOperation = 'source-over';
    },
  };
}

export function projectToScreen(lens, x, y, z) {
  const scale = lens.focal / z;
  return { x: lens.middle + (x - lens.camera.x) * scale, y: lens.horizon - (y - lens.camera.y) * scale, scale };
}

function gather(flight, puffs) {
  const seen = [];
  for (const puff of puffs) {
    const z = (((puff.offset - flight.distance) % FAR) + FAR) % FAR;
    if (z > 3) seen.push({ ...puff, z });
  }
  for (const thing of flight.route.things) {
    const z = thing.at - flight.distance;
    if (z > FAR + 60) break;
    if (z > 2.5) seen.push({ ...thing, z });
  }
  seen.push({ kind: 'glider', z: GLIDER_Z, x: flight.glider.x, y: flight.glider.y });
  return seen.sort((a, b) => b.z - a.z);
}

function drawThing(context, lens, sprites, flight, thing, { seconds, isCalm, lights }) {
  const place = projectToScreen(lens, thing.x, thing.y, thing.z);
  const radius = (thing.radius ?? 1) * place.scale;
  // Things fade in at a distance, and fade out before they would fill the screen.
  context.globalAlpha = Math.max(0, Math.min(1, (FAR + 10 - thing.z) / 50, (thing.z - 2.5) / 4));
  if (thing.kind === 'glider') {
    context.globalAlpha = flight.safe > 0 && Math.sin(seconds * 30) > 0 && !isCalm ? 0.45 : 1;
    drawGlider(context, place.x, place.y, place.scale, flight.glider, seconds);
    lights.push({ x: place.x, y: place.y, radius: place.scale * 3.4, rgb: '255,190,120', strength: 0.16 });
  } else if (thing.kind === 'ring') {
    const rgb = thing.isGold ? '255,214,90' : '120,235,255';
    drawRing(context, place.x, place.y, place.scale, thing, seconds);
    if (thing.state !== 'passed')
      lights.push({ x: place.x, y: place.y, radius: place.scale * 4.2, rgb, strength: 0.17 * context.globalAlpha });
  } else if (thing.kind === 'lighthouse') {
    context.globalAlpha = 1;
    drawLighthouse(context, place.x, place.y, place.scale, seconds);
    lights.push({
      x: place.x,
      y: place.y - place.scale * 9.3,
      radius: place.scale * 16,
      rgb: '255,226,150',
      strength: 0.6,
    });
  } else {
    const wide = radius * (thing.kind === 'storm' ? 3.2 : 2.5);
    context.drawImage(
      sprites[thing.kind][thing.look],
      place.x - wide / 2,
      place.y - wide * (thing.kind === 'cloud' ? 0.5 : 0.54),
      wide,
      wide,
    );
    const flash = Math.sin(seconds * 5 + thing.at) > 0.93;
    if (thing.kind === 'storm' && flash && !isCalm) {
      lights.push({
        x: place.x,
        y: place.y,
        radius: radius * 1.5,
        rgb: '190,170,255',
        strength: 0.8 * context.globalAlpha,
      });
    }
  }
  context.globalAlpha = 1;
}

function drawSky(context, size, lens, sky, progress, seconds) {
  const horizon = lens.horizon + lens.camera.y * lens.focal * 0.012;
  const shade = context.createLinearGradient(0, 0, 0, size.height);
  shade.addColorStop(0, sky.top);
  shade.addColorStop(0.34, sky.middle);
  shade.addColorStop(0.5, sky.low);
  shade.addColorStop(0.62, sky.middle);
  shade.addColorStop(1, '#5a3b77');
  context.fillStyle = shade;
  context.fillRect(0, 0, size.width, size.height);
  context.fillStyle = '#fff';
  const stars = progress > 0.4 ? 90 : 0;
  for (let i = 0; i < stars; i += 1) {
    context.globalAlpha = Math.max(0, (progress - 0.4) * 1.4) * (0.6 + 0.4 * Math.sin(seconds * 2 + i * 5));
    context.fillRect(
      (((i * 7919) % 997) / 997) * size.width,
      (((i * 4513) % 991) / 991) * size.height * 0.42,
      1.6,
      1.6,
    );
  }
  context.globalAlpha = 1;
  const unit = Math.min(size.width, size.height);
  const sunX = size.width / 2 - lens.camera.x * lens.focal * 0.014;
  const sunY = horizon - unit * (0.13 - progress * 0.22);
  drawGlow(context, sunX, sunY, unit * 0.75, '255,206,130', 0.75 * (1 - progress * 0.8));
  context.fillStyle = '#fff3d0';
  context.globalAlpha = Math.max(0, 1 - progress * 1.15);
  context.beginPath();
  context.arc(sunX, sunY, unit * 0.07, 0, 7);
  context.fill();
  context.globalAlpha = 1;
  const haze = context.createLinearGradient(0, horizon - unit * 0.02, 0, horizon + unit * 0.16);
  haze.addColorStop(0, `${sky.low}00`);
  haze.addColorStop(0.5, sky.low);
  haze.addColorStop(1, `${sky.low}00`);
  context.fillStyle = haze;
  context.fillRect(0, horizon - unit * 0.02, size.width, unit * 0.18);
}

function blendSky(progress) {
  const next = Math.max(
    1,
    SKIES.findIndex((sky) => sky.at >= progress),
  );
  const [from, to] = [SKIES[next - 1], SKIES[next]];
  const share = (progress - from.at) / (to.at - from.at);
  return {
    top: blend(from.top, to.top, share),
    middle: blend(from.middle, to.middle, share),
    low: blend(from.low, to.low, share),
    tint: from.tint.map((value, index) => value + (to.tint[index] - value) * share),
  };
}

function blend(from, to, share) {
  const parts = [1, 3, 5].map((start) => {
    const a = Number.parseInt(from.slice(start, start + 2), 16);
    const b = Number.parseInt(to.slice(start, start + 2), 16);
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
}

export function drawGlow(context, x, y, radius, rgb, strength) {
  if (radius < 1) return;
  const light = context.createRadialGradient(x, y, 0, x, y, radius);
  light.addColorStop(0, `rgba(${rgb},${strength})`);
  light.addColorStop(0.4, `rgba(${rgb},${strength * 0.35})`);
  light.addColorStop(1, `rgba(${rgb},0)`);
  context.fillStyle = light;
  context.fillRect(x - radius, y - radius, radius * 2, radius * 2);
}
