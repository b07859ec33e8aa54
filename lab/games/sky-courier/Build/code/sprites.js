// Sprites drawn once and then copied: clouds, storms, floating islands. Light comes from the low sun ahead.

import { createRandom } from '../../random.js';

const SIZE = 256;

export function drawSprites() {
  const random = createRandom(5);
  const three = (paint) => [0, 1, 2].map(() => createPicture((context) => paint(context, random)));
  return {
    cloud: three((context) => paintCloud(context, random, ['#fff3df', '#ffc9a8', '#b07fb4'])),
    storm: three((context) => paintCloud(context, random, ['#8a7fb0', '#4a3f73', '#1e1838'])),
    island: three((context) => paintIsland(context, random, true)),
    rock: three((context) => paintIsland(context, random, false)),
  };
}

function createPicture(paint) {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE;
  canvas.height = SIZE;
  paint(canvas.getContext('2d'));
  return canvas;
}

function paintCloud(context, random, [lit, middle, shade]) {
  const puffs = [];
  for (let i = 0; i < 22; i += 1) {
    const x = random.between(0.2, 0.8);
    const rise = 1 - Math.abs(x - 0.5) * 2.4;
    puffs.push({
      x: x * SIZE,
      y: (0.62 - random.between(0, 0.22) * Math.max(0.2, rise)) * SIZE,
      radius: random.between(0.08, 0.17) * SIZE,
    });
  }
  for (const { x, y, radius } of puffs) paintPuff(context, x, y, radius, middle, 1);
  // From here on only the existing shape takes colour, so that the cloud looks like one body.
  context.globalCompositeOperation = 'source-atop';
  const light = context.createLinearGradient(0, SIZE * 0.3, 0, SIZE * 0.76);
  light.addColorStop(0, lit);
  light.addColorStop(0.4, middle);
  light.addColorStop(1, shade);
  context.fillStyle = light;
  context.fillRect(0, 0, SIZE, SIZE);
  for (const { x, y, radius } of puffs) {
    paintPuff(context, x + radius * 0.1, y + radius * 0.5, radius * 0.9, shade, 0.16);
    paintPuff(context, x - radius * 0.1, y - radius * 0.3, radius * 0.75, lit, 0.5);
  }
  context.globalCompositeOperation = 'source-over';
}

function paintPuff(context, x, y, radius, colour, strength) {
  const soft = context.createRadialGradient(x, y, radius * 0.45, x, y, radius);
  soft.addColorStop(0, colour);
  soft.addColorStop(1, `${colour}00`);
  context.globalAlpha = strength;
  context.fillStyle = soft;
  context.fillRect(x - radius, y - radius, radius * 2, radius * 2);
  context.globalAlpha = 1;
}

function paintIsland(context, random, isGreen) {
  const top = SIZE * 0.42;
  const stone = context.createLinearGradient(SIZE * 0.2, top, SIZE * 0.8, SIZE * 0.95);
  stone.addColorStop(0, isGreen ? '#a8748a' : '#b98a94');
  stone.addColorStop(0.5, '#6b4674');
  stone.addColorStop(1, '#33224e');
  context.fillStyle = stone;
  context.beginPath();
  context.moveTo(SIZE * 0.1, top);
  for (let i = 0; i <= 10; i += 1) {
    const share = i / 10;
    const depth = Math.sin(share * Math.PI) ** 0.8 * random.between(0.3, 0.52);
    context.lineTo(SIZE * (0.1 + share * 0.8), top + SIZE * Math.max(0.02, depth));
  }
  context.lineTo(SIZE * 0.9, top);
  context.fill();
  for (let i = 0; i < 9; i += 1) {
    const x = SIZE * random.between(0.24, 0.7);
    context.fillStyle = i % 2 ? 'rgba(255,205,170,.22)' : 'rgba(30,16,50,.25)';
    context.beginPath();
    context.moveTo(x, top);
    context.lineTo(x + SIZE * 0.1, top);
    context.lineTo(x + SIZE * random.between(-0.02, 0.08), top + SIZE * random.between(0.12, 0.32));
    context.fill();
  }
  const green = context.createLinearGradient(0, top - SIZE * 0.1, 0, top + SIZE * 0.08);
  green.addColorStop(0, isGreen ? '#ffd98f' : '#f0c0ae');
  green.addColorStop(0.45, isGreen ? '#7fae6a' : '#a7788d');
  green.addColorStop(1, isGreen ? '#3d6a5c' : '#6b4674');
  context.fillStyle = green;
  context.beginPath();
  context.ellipse(SIZE * 0.5, top, SIZE * 0.41, SIZE * 0.07, 0, 0, 7);
  context.fill();
  if (isGreen)
    for (let i = 0; i < 6; i += 1)
      paintTree(
        context,
        SIZE * random.between(0.2, 0.8),
        top + SIZE * random.between(-0.03, 0.02),
        random.between(0.6, 1.2),
      );
  else paintSpire(context, top, random);
}

function paintTree(context, x, y, scale) {
  context.fillStyle = '#2c4d4f';
  for (let i = 0; i < 3; i += 1) {
    context.beginPath();
    context.moveTo(x - SIZE * 0.045 * scale * (1 - i * 0.22), y - SIZE * 0.03 * scale * i);
    context.lineTo(x, y - SIZE * (0.07 + 0.035 * i) * scale);
    context.lineTo(x + SIZE * 0.045 * scale * (1 - i * 0.22), y - SIZE * 0.03 * scale * i);
    context.fill();
    context.fillStyle = i === 0 ? '#46796a' : '#e8b878';
  }
}

function paintSpire(context, top, random) {
  for (const [x, width, height] of [
    [0.36, 0.13, 0.24],
    [0.52, 0.18, 0.36],
    [0.66, 0.11, 0.18],
  ]) {
    const tall = SIZE * height * random.between(0.85, 1.1);
    context.fillStyle = '#5a3a68';
    context.beginPath();
    context.moveTo(SIZE * (x - width / 2), top + 8);
    context.lineTo(SIZE * x, top - tall);
    context.lineTo(SIZE * (x + width / 2), top + 8);
    context.fill();
    context.fillStyle = '#e0a694';
    context.beginPath();
    context.moveTo(SIZE * (x - width / 2), top + 8);
    context.lineTo(SIZE * x, top - tall);
    context.lineTo(SIZE * (x - width * 0.05), top + 8);
    context.fill();
  }
}
