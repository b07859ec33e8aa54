
import { GEM_COLOURS } from './palette.js';

export function drawGem(context, gem, x, y, size, shine) {
  const colours = GEM_COLOURS[gem];
  context.save();
  context.translate(x, y);
  context.scale(size, size);
  fill(context, colours.base, [-0.3, -0.12, -0.16, -0.28, 0.16, -0.28, 0.3, -0.12, 0, 0.32]);
  fill(context, colours.light, [-0.3, -0.12, -0.16, -0.28, -0.07, -0.12]);
  fill(context, colours.light, [-0.16, -0.28, 0.16, -0.28, 0.07, -0.12, -0.07, -0.12], 0.75);
  fill(context, colours.dark, [0.07, -0.12, 0.3, -0.12, 0, 0.32], 0.8);
  fill(context, colours.light, [-0.3, -0.12, -0.07, -0.12, 0, 0.32], 0.28);
  if (shine > 0.8) {
    const glint = Math.sin(((shine - 0.8) / 0.2) * Math.PI) * 0.2;
    fill(context, '#fff', [
      -0.14,
      -0.2 - glint,
      -0.11,
      -0.2,
      -0.14 + glint,
      -0.17,
      -0.14,
      -0.14,
      -0.14,
      -0.2 + glint,
      -0.17,
      -0.17,
      -0.14 - glint,
      -0.17,
      -0.17,
      -0.2,
    ]);
  }
  context.restore();
}

export function drawMiner(context, x, y, size, { facing, swing, stride, isHurt, aimsDown, lampLeft }) {
  context.save();
  context.translate(x, y);
  context.scale(size * facing, size);
  const step = Math.sin(stride) * 0.08;
  const bob = Math.abs(Math.sin(stride)) * 0.025;
  round(context, '#2b2f4a', -0.17 + step, 0.26, 0.15, 0.22, 0.05);
  round(context, '#363b5c', 0.02 - step, 0.26, 0.15, 0.22, 0.05);
  context.translate(0, -bob);
  round(context, isHurt ? '#ff8d8d' : '#3f7cff', -0.2, -0.06, 0.4, 0.38, 0.12);
  round(context, '#2d56c9', -0.2, 0.14, 0.4, 0.16, 0.08);
  round(context, '#ffd23f', -0.13, -0.05, 0.06, 0.24, 0.02);
  round(context, '#ffd23f', 0.07, -0.05, 0.06, 0.24, 0.02);
  round(context, '#f3c09a', -0.16, -0.32, 0.34, 0.28, 0.13);
  round(context, '#7a4a2d', -0.14, -0.14, 0.32, 0.14, 0.07);
  context.fillStyle = '#1c1626';
  context.fillRect(0.07, -0.24, 0.045, 0.075);
  helmet(context, lampLeft);
  pick(context, swing, aimsDown);
  context.restore();
}

function helmet(context, lampLeft) {
  context.fillStyle = '#ffb52e';
  context.beginPath();
  context.arc(0.01, -0.27, 0.2, Math.PI, 0);
  context.fill();
  round(context, '#e08a10', -0.22, -0.29, 0.5, 0.055, 0.03);
  context.fillStyle = lampLeft > 0 ? '#fffbe0' : '#6b6470';
  context.beginPath();
  context.arc(0.18, -0.36, 0.065, 0, 7);
  context.fill();
}

function pick(context, swing, aimsDown) {
  context.save();
  context.translate(0.1, 0.1);
  context.rotate((aimsDown ? 0.9 : -0.2) + Math.sin(swing * Math.PI) * 1.1 - 0.5);
  round(context, '#a56a3a', -0.03, -0.42, 0.06, 0.46, 0.02);
  context.strokeStyle = '#dfe6f5';
  context.lineWidth = 0.075;
  context.lineCap = 'round';
  context.beginPath();
  context.arc(0, -0.18, 0.26, -Math.PI * 0.78, -Math.PI * 0.22);
  context.stroke();
  context.restore();
  round(context, '#f3c09a', 0.04, 0.04, 0.13, 0.12, 0.05);
}

function fill(context, colour, points, alpha = 1) {
  context.globalAlpha = alpha;
  context.fillStyle = colour;
  context.beginPath();
  for (let i = 0; i < points.length; i += 2) context.lineTo(points[i], points[i + 1]);
  context.fill();
  context.globalAlpha = 1;
}

function round(context, colour, x, y, width, height, radius) {
  context.fillStyle = colour;
  context.beginPath();
  context.roundRect(x, y, width, height, radius);
  context.fill();
}
