// Draws paper ships, blots for hits, rings for misses, and the flying drop.

import { createRandom } from './random.js';

export function drawShip(context, page, ship, colour) {
  const { square } = page;
  const length = ship.length * square;
  context.save();
  context.translate(
    page.x + (ship.column + (ship.isUpright ? 0.5 : 0)) * square,
    page.y + (ship.row + (ship.isUpright ? 0 : 0.5)) * square,
  );
  if (ship.isUpright) context.rotate(Math.PI / 2);
  const inset = square * 0.12;
  const half = square * 0.36;
  const hull = () => {
    context.beginPath();
    context.moveTo(inset, 0);
    context.quadraticCurveTo(square * 0.3, -half * 1.1, square * 0.75, -half);
    context.lineTo(length - square * 0.65, -half);
    context.quadraticCurveTo(length - square * 0.25, -half * 0.9, length - inset, 0);
    context.quadraticCurveTo(length - square * 0.25, half * 0.9, length - square * 0.65, half);
    context.lineTo(square * 0.75, half);
    context.quadraticCurveTo(square * 0.3, half * 1.1, inset, 0);
    context.closePath();
  };
  hull();
  const fold = context.createLinearGradient(0, -half, 0, half);
  fold.addColorStop(0, '#ffffff');
  fold.addColorStop(0.49, '#f1eee8');
  fold.addColorStop(0.51, '#cfd3df');
  fold.addColorStop(1, '#b9bfd0');
  context.save();
  context.shadowColor = 'rgba(20,20,50,.4)';
  context.shadowBlur = square * 0.2;
  context.shadowOffsetY = square * 0.06;
  context.fillStyle = fold;
  context.fill();
  context.restore();
  context.save();
  context.clip();
  context.strokeStyle = colour;
  context.globalAlpha = 0.24;
  context.lineWidth = Math.max(1, square * 0.03);
  context.beginPath();
  for (let x = -square; x < length; x += square * 0.14) {
    context.moveTo(x, half);
    context.lineTo(x + half * 0.9, 0);
  }
  context.stroke();
  context.restore();
  context.strokeStyle = colour;
  context.lineWidth = Math.max(1.4, square * 0.05);
  context.lineJoin = 'round';
  hull();
  context.stroke();
  context.beginPath();
  context.moveTo(inset, 0);
  context.lineTo(length - inset, 0);
  context.moveTo(length / 2 - square * 0.28, 0);
  context.lineTo(length / 2, -half * 0.86);
  context.lineTo(length / 2 + square * 0.28, 0);
  context.lineTo(length / 2, half * 0.86);
  context.closePath();
  context.stroke();
  context.restore();
}

export function drawBlot(context, x, y, square, seed, age) {
  const random = createRandom(seed);
  const grow = spring(age);
  context.fillStyle = '#d2264b';
  context.beginPath();
  for (let i = 0; i < 14; i += 1) {
    const angle = (i / 14) * Math.PI * 2;
    const reach = square * (i % 2 ? 0.2 : random.between(0.27, 0.38)) * grow;
    context.lineTo(x + Math.cos(angle) * reach, y + Math.sin(angle) * reach);
  }
  context.closePath();
  context.lineJoin = 'round';
  context.strokeStyle = '#d2264b';
  context.lineWidth = square * 0.1;
  context.stroke();
  context.fill();
  for (let i = 0; i < 4; i += 1) {
    const angle = random.between(0, Math.PI * 2);
    const reach = square * random.between(0.38, 0.48) * grow;
    disc(
      context,
      '#d2264b',
      x + Math.cos(angle) * reach,
      y + Math.sin(angle) * reach,
      square * random.between(0.02, 0.05),
    );
  }
  disc(context, 'rgba(255,190,200,.65)', x - square * 0.09, y - square * 0.1, square * 0.055 * grow);
}

export function drawMiss(context, x, y, square, seed, age) {
  const grow = spring(age);
  disc(context, 'rgba(58,104,190,.75)', x, y, square * 0.085 * grow);
  context.strokeStyle = 'rgba(58,104,190,.5)';
  context.lineWidth = Math.max(1, square * 0.035);
  context.beginPath();
  context.arc(x, y, square * 0.2 * grow, seed, seed + 5);
  context.stroke();
  if (age >= 0.7) return;
  context.globalAlpha = 1 - age / 0.7;
  context.beginPath();
  context.arc(x, y, square * (0.2 + age * 0.6), 0, 7);
  context.stroke();
  context.globalAlpha = 1;
}

/** `part` is the progress from 0 to 1. */
export function drawDrop(context, { fromX, fromY, toX, toY, part, size, isBomb }) {
  const x = fromX + (toX - fromX) * part;
  const y = fromY + (toY - fromY) * part;
  const height = Math.sin(part * Math.PI);
  const radius = size * (isBomb ? 0.4 : 0.24) * (1 + height * 0.8);
  context.fillStyle = 'rgba(10,6,20,.3)';
  context.beginPath();
  context.ellipse(x, y + size * 0.1, radius, radius * 0.5, 0, 0, 7);
  context.fill();
  const top = y - height * size * 2.4;
  const ink = context.createRadialGradient(x - radius * 0.35, top - radius * 0.4, 0, x, top, radius);
  ink.addColorStop(0, '#aab9ff');
  ink.addColorStop(0.35, '#3f4fd0');
  ink.addColorStop(1, '#15194f');
  disc(context, ink, x, top, radius);
}

function spring(age) {
  return age >= 0.5 ? 1 : 1 - Math.exp(-age * 11) * Math.cos(age * 22);
}

function disc(context, colour, x, y, radius) {
  context.fillStyle = colour;
  context.beginPath();
  context.arc(x, y, Math.max(0, radius), 0, 7);
  context.fill();
}
