// The glider, the rings and the lighthouse, drawn at (x, y) with `scale` pixels per metre.

import { RING_RADIUS } from './route.js';

export function drawGlider(context, x, y, scale, { bank, climb }, seconds) {
  context.save();
  context.translate(x, y + Math.sin(seconds * 2.4) * scale * 0.06);
  context.rotate(bank);
  context.scale(scale * 1.15, scale * 1.15);
  const lift = -climb * 0.22;
  shape(context, '#fff7ea', [0, -0.16 + lift, 1.7, -0.44 - lift, 1.55, -0.2, 0, 0.2]);
  shape(context, '#e9d5cf', [0, -0.16 + lift, -1.7, -0.44 - lift, -1.55, -0.2, 0, 0.2]);
  shape(context, '#ff6f61', [1.25, -0.37 - lift * 0.7, 1.7, -0.44 - lift, 1.55, -0.2, 1.17, -0.08]);
  shape(context, '#e2543f', [-1.25, -0.37 - lift * 0.7, -1.7, -0.44 - lift, -1.55, -0.2, -1.17, -0.08]);
  shape(context, '#c9b0b8', [-0.5, 0.06, 0.5, 0.06, 0.2, 0.24, -0.2, 0.24]);
  scarf(context, seconds);
  shape(context, '#3a4a86', [-0.17, 0.12, 0.17, 0.12, 0.13, 0.58, -0.13, 0.58]);
  disc(context, '#f0b98f', 0, 0.06, 0.15);
  shape(context, '#6b3f2a', [-0.16, 0.05, -0.13, -0.12, 0.13, -0.12, 0.16, 0.05]);
  shape(context, '#b5793e', [-0.3, 0.36, 0.3, 0.36, 0.26, 0.72, -0.26, 0.72]);
  shape(context, '#e0a75c', [-0.3, 0.36, 0.3, 0.36, 0.24, 0.52, -0.24, 0.52]);
  disc(context, '#fff1c2', 0, 0.53, 0.05);
  shape(context, '#ff6f61', [-0.08, 0.0, 0.08, 0.0, 0, -0.52 + lift], 0.95);
  context.restore();
}

export function drawRing(context, x, y, scale, ring, seconds) {
  if (ring.state === 'passed') context.globalAlpha *= 0.25;
  if (ring.state === 'taken') context.globalAlpha *= 0.5;
  const radius = RING_RADIUS * scale;
  context.lineWidth = Math.max(2, scale * 0.34);
  context.strokeStyle = ring.isGold ? '#ffcf4a' : '#63d9f5';
  circle(context, x, y, radius);
  context.lineWidth = Math.max(1, scale * 0.11);
  context.strokeStyle = ring.isGold ? '#fff6cf' : '#e2fbff';
  circle(context, x, y - scale * 0.04, radius);
  if (ring.state === 'taken') return;
  const bob = Math.sin(seconds * 3 + ring.at) * scale * 0.12;
  const half = scale * 0.5;
  context.fillStyle = '#d99a55';
  context.fillRect(x - half, y - half * 0.8 + bob, half * 2, half * 1.6);
  context.fillStyle = '#f3c687';
  context.fillRect(x - half, y - half * 0.8 + bob, half * 2, half * 0.5);
  context.fillStyle = ring.isGold ? '#ffe27a' : '#ff6f61';
  context.fillRect(x - half * 0.18, y - half * 0.8 + bob, half * 0.36, half * 1.6);
}

export function drawLighthouse(context, x, y, scale, seconds) {
  context.save();
  context.translate(x, y);
  context.scale(scale, scale);
  shape(context, '#4b3163', [-9, 0, -6, -1.4, 0, -1.8, 6, -1.3, 9, 0, 4, 4.5, 0, 6, -4, 4]);
  shape(context, '#86a56c', [-9, 0, -6, -1.4, 0, -1.8, 6, -1.3, 9, 0, 5, 0.6, 0, 0.9, -5, 0.6]);
  const turn = Math.sin(seconds * 0.7) * 10;
  shape(context, 'rgba(255,232,170,.28)', [0, -9.4, turn + 14, -15, turn + 18, -6]);
  shape(context, 'rgba(255,232,170,.2)', [0, -9.4, -turn - 14, -14, -turn - 18, -7]);
  for (let i = 0; i < 5; i += 1) {
    const low = 1.35 - i * 0.13;
    shape(context, i % 2 ? '#ff6f61' : '#fff4e4', [
      -low,
      -1.2 - i * 1.5,
      low,
      -1.2 - i * 1.5,
      low - 0.13,
      -2.7 - i * 1.5,
      -low + 0.13,
      -2.7 - i * 1.5,
    ]);
    shape(context, 'rgba(60,30,80,.25)', [
      low * 0.2,
      -1.2 - i * 1.5,
      low,
      -1.2 - i * 1.5,
      low - 0.13,
      -2.7 - i * 1.5,
      low * 0.2,
      -2.7 - i * 1.5,
    ]);
  }
  shape(context, '#3a2a55', [-1, -8.7, 1, -8.7, 1, -9, -1, -9]);
  disc(context, '#fff6cf', 0, -9.5, 0.62);
  shape(context, '#d9534a', [-0.9, -10, 0, -11.1, 0.9, -10]);
  context.restore();
}

function scarf(context, seconds) {
  context.strokeStyle = '#ffd166';
  context.lineWidth = 0.09;
  context.lineCap = 'round';
  context.beginPath();
  context.moveTo(0.1, 0.12);
  for (let i = 1; i <= 6; i += 1) context.lineTo(0.1 + i * 0.11, 0.14 + Math.sin(seconds * 9 - i) * 0.05 * i * 0.5);
  context.stroke();
}

function shape(context, colour, points, alpha = 1) {
  context.fillStyle = colour;
  const before = context.globalAlpha;
  context.globalAlpha = before * alpha;
  context.beginPath();
  for (let i = 0; i < points.length; i += 2) context.lineTo(points[i], points[i + 1]);
  context.fill();
  context.globalAlpha = before;
}

function disc(context, colour, x, y, radius) {
  context.fillStyle = colour;
  context.beginPath();
  context.arc(x, y, radius, 0, 7);
  context.fill();
}

function circle(context, x, y, radius) {
  context.beginPath();
  context.arc(x, y, radius, 0, Math.PI * 2);
  context.stroke();
}
