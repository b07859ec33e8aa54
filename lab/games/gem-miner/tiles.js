// Draws each kind of rock once per size into small canvases, which each frame copies.

import { LAYER_COLOURS } from './palette.js';
import { createRandom } from './random.js';

const LOOKS = 4;

export function drawTiles(pixels) {
  const random = createRandom(11);
  const size = Math.max(8, Math.ceil(pixels));
  const many = (paint) =>
    Array.from({ length: LOOKS }, () => createSprite(size, (context) => paint(context, size, random)));
  return {
    rock: LAYER_COLOURS.map((colours) => many((context) => paintRock(context, size, colours, random))),
    back: LAYER_COLOURS.map((colours) => many((context) => paintBack(context, size, colours, random))),
    bedrock: many((context) => paintBedrock(context, size, random)),
    boulder: many((context) => paintBoulder(context, size, random)),
    crate: createSprite(size, (context) => paintCrate(context, size)),
    oil: createSprite(size, (context) => paintOil(context, size)),
  };
}

export function createSprite(size, paint) {
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  paint(canvas.getContext('2d'));
  return canvas;
}

function paintRock(context, size, colours, random) {
  fillShade(context, size, colours.base, colours.dark);
  for (let i = 0; i < 7; i += 1) {
    context.globalAlpha = 0.16 + random.next() * 0.22;
    context.fillStyle = random.next() < 0.5 ? colours.light : colours.dark;
    fillBlob(context, random.next() * size, random.next() * size, size * random.between(0.12, 0.3), random);
  }
  for (let i = 0; i < 6; i += 1) {
    context.globalAlpha = 0.25 + random.next() * 0.35;
    context.fillStyle = colours.speck;
    const dot = size * random.between(0.015, 0.04);
    context.fillRect(random.next() * size, random.next() * size, dot, dot);
  }
  context.globalAlpha = 1;
}

function paintBack(context, size, colours, random) {
  fillShade(context, size, colours.back, colours.back);
  for (let i = 0; i < 5; i += 1) {
    context.globalAlpha = 0.1 + random.next() * 0.12;
    context.fillStyle = random.next() < 0.5 ? colours.dark : '#000';
    fillBlob(context, random.next() * size, random.next() * size, size * random.between(0.14, 0.32), random);
  }
  context.globalAlpha = 1;
}

function paintBedrock(context, size, random) {
  fillShade(context, size, '#3b3f4e', '#20222c');
  for (let i = 0; i < 5; i += 1) {
    context.globalAlpha = 0.5;
    context.fillStyle = random.next() < 0.5 ? '#545a6e' : '#15171f';
    context.beginPath();
    const x = random.next() * size;
    const y = random.next() * size;
    context.moveTo(x, y);
    context.lineTo(x + size * 0.36, y + size * 0.1);
    context.lineTo(x + size * 0.12, y + size * 0.34);
    context.fill();
  }
  context.globalAlpha = 1;
}

function paintBoulder(context, size, random) {
  const middle = size / 2;
  const shade = context.createRadialGradient(middle * 0.7, middle * 0.6, 1, middle, middle, middle);
  shade.addColorStop(0, '#d9d3cb');
  shade.addColorStop(0.5, '#8d8782');
  shade.addColorStop(1, '#4a4650');
  context.fillStyle = shade;
  context.beginPath();
  for (let i = 0; i < 11; i += 1) {
    const angle = (i / 11) * Math.PI * 2;
    const reach = middle * random.between(0.84, 0.97);
    context.lineTo(middle + Math.cos(angle) * reach, middle + Math.sin(angle) * reach);
  }
  context.fill();
  context.strokeStyle = 'rgba(30,26,36,.55)';
  context.lineWidth = size * 0.035;
  context.beginPath();
  context.moveTo(size * 0.3, size * 0.4);
  context.lineTo(size * 0.48, size * 0.52);
  context.lineTo(size * 0.44, size * 0.7);
  context.stroke();
}

function paintCrate(context, size) {
  for (let i = 0; i < 3; i += 1) {
    const x = size * (0.27 + i * 0.165);
    const shade = context.createLinearGradient(x, 0, x + size * 0.15, 0);
    shade.addColorStop(0, '#ff7a6b');
    shade.addColorStop(1, '#b3172c');
    context.fillStyle = shade;
    context.fillRect(x, size * 0.34, size * 0.145, size * 0.46);
  }
  context.fillStyle = '#f6d98a';
  context.fillRect(size * 0.24, size * 0.5, size * 0.53, size * 0.1);
  context.strokeStyle = '#f3e3c0';
  context.lineWidth = size * 0.03;
  context.beginPath();
  context.moveTo(size * 0.5, size * 0.34);
  context.quadraticCurveTo(size * 0.52, size * 0.16, size * 0.7, size * 0.2);
  context.stroke();
  context.fillStyle = '#ffd75e';
  context.beginPath();
  context.arc(size * 0.71, size * 0.2, size * 0.06, 0, 7);
  context.fill();
}

function paintOil(context, size) {
  const shade = context.createLinearGradient(size * 0.3, 0, size * 0.72, 0);
  shade.addColorStop(0, '#fff1b8');
  shade.addColorStop(0.4, '#ffc23d');
  shade.addColorStop(1, '#c97a12');
  context.fillStyle = shade;
  context.beginPath();
  context.roundRect(size * 0.29, size * 0.4, size * 0.42, size * 0.4, size * 0.07);
  context.fill();
  context.beginPath();
  context.moveTo(size * 0.36, size * 0.4);
  context.lineTo(size * 0.46, size * 0.22);
  context.lineTo(size * 0.54, size * 0.22);
  context.lineTo(size * 0.64, size * 0.4);
  context.fill();
  context.fillStyle = '#7a3d0c';
  context.beginPath();
  context.moveTo(size * 0.5, size * 0.47);
  context.bezierCurveTo(size * 0.62, size * 0.62, size * 0.6, size * 0.72, size * 0.5, size * 0.72);
  context.bezierCurveTo(size * 0.4, size * 0.72, size * 0.38, size * 0.62, size * 0.5, size * 0.47);
  context.fill();
}

function fillShade(context, size, top, bottom) {
  const shade = context.createLinearGradient(0, 0, 0, size * 1.6);
  shade.addColorStop(0, top);
  shade.addColorStop(1, bottom);
  context.fillStyle = shade;
  context.fillRect(0, 0, size, size);
}

function fillBlob(context, x, y, radius, random) {
  context.beginPath();
  for (let i = 0; i < 6; i += 1) {
    const angle = (i / 6) * Math.PI * 2;
    const reach = radius * random.between(0.6, 1);
    context.lineTo(x + Math.cos(angle) * reach, y + Math.sin(angle) * reach);
  }
  context.fill();
}
