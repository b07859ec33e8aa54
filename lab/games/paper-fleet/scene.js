// Draws the desk with two squared pages, pencil ships and ink. Lines tremble slightly, as if drawn by hand.

import { SQUARES } from './duel.js';
import { createRandom } from './random.js';
import { drawBlot, drawDrop, drawMiss, drawShip } from './ink.js';

export function drawScene(context, size, state) {
  drawDesk(context, size);
  drawPage(context, state.pages.mine, '#4f7fe0');
  drawPage(context, state.pages.theirs, '#e0506a');
  drawSea(context, state.pages.mine, state.duel.mine, true, state);
  drawSea(context, state.pages.theirs, state.duel.theirs, state.showAll, state);
  if (state.cursor) drawCursor(context, state);
  if (state.drop) drawDrop(context, state.drop);
  drawLamp(context, size);
}

function drawDesk(context, { width, height }) {
  const wood = context.createLinearGradient(0, 0, width, height);
  wood.addColorStop(0, '#4a2d2a');
  wood.addColorStop(0.5, '#35201f');
  wood.addColorStop(1, '#1d1216');
  context.fillStyle = wood;
  context.fillRect(0, 0, width, height);
  const random = createRandom(3);
  const plank = Math.max(90, height / 6);
  for (let y = 0; y < height; y += plank) {
    context.fillStyle = 'rgba(10,4,6,.5)';
    context.fillRect(0, y, width, 2);
    context.lineWidth = 1;
    for (let i = 0; i < 7; i += 1) {
      const start = y + random.next() * plank;
      context.strokeStyle = `rgba(255,190,140,${0.025 + random.next() * 0.04})`;
      context.beginPath();
      context.moveTo(0, start);
      context.bezierCurveTo(
        width * 0.3,
        start + random.between(-14, 14),
        width * 0.6,
        start + random.between(-14, 14),
        width,
        start + random.between(-8, 8),
      );
      context.stroke();
    }
  }
}

function drawPage(context, { x, y, square }, marginColour) {
  const length = square * SQUARES;
  const edge = square * 0.42;
  context.save();
  context.shadowColor = 'rgba(0,0,0,.65)';
  context.shadowBlur = square * 0.9;
  context.shadowOffsetY = square * 0.25;
  const paper = context.createLinearGradient(x, y, x + length, y + length);
  paper.addColorStop(0, '#fffdf3');
  paper.addColorStop(0.6, '#f6f0df');
  paper.addColorStop(1, '#e2d6c0');
  context.fillStyle = paper;
  context.fillRect(x - edge, y - edge, length + edge * 2, length + edge * 2);
  context.restore();
  context.strokeStyle = 'rgba(94,140,200,.45)';
  context.lineWidth = Math.max(1, square * 0.025);
  context.beginPath();
  for (let i = 0; i <= SQUARES; i += 1) {
    context.moveTo(x + i * square, y - edge);
    context.lineTo(x + i * square, y + length + edge);
    context.moveTo(x - edge, y + i * square);
    context.lineTo(x + length + edge, y + i * square);
  }
  context.stroke();
  context.strokeStyle = marginColour;
  context.lineWidth = Math.max(2, square * 0.06);
  context.beginPath();
  const random = createRandom(Math.round(square));
  for (const [ax, ay, bx, by] of [
    [0, 0, 1, 0],
    [1, 0, 1, 1],
    [1, 1, 0, 1],
    [0, 1, 0, 0],
  ]) {
    const wave = () => random.between(-1.2, 1.2);
    context.moveTo(x + ax * length + wave(), y + ay * length + wave());
    context.lineTo(x + bx * length + wave(), y + by * length + wave());
  }
  context.stroke();
  // A folded corner makes it look like paper.
  const right = x + length + edge;
  const bottom = y + length + edge;
  context.fillStyle = '#c9bba2';
  context.beginPath();
  context.moveTo(right, bottom - edge * 1.1);
  context.lineTo(right - edge * 1.1, bottom);
  context.lineTo(right - edge * 1.05, bottom - edge * 1.05);
  context.fill();
}

function drawSea(context, page, sea, showShips, state) {
  for (const ship of sea.ships) {
    if (showShips || ship.left === 0) drawShip(context, page, ship, sea === state.duel.mine ? '#2d4a8f' : '#a02a48');
  }
  for (let row = 0; row < SQUARES; row += 1) {
    for (let column = 0; column < SQUARES; column += 1) {
      const square = sea.squares[row][column];
      if (!square.isShot) continue;
      const age = state.ageOf(sea, column, row);
      const x = page.x + (column + 0.5) * page.square;
      const y = page.y + (row + 0.5) * page.square;
      if (square.ship) drawBlot(context, x, y, page.square, column * 31 + row * 17, age);
      else drawMiss(context, x, y, page.square, column * 13 + row * 29, age);
    }
  }
}

function drawCursor(context, { pages, cursor, seconds, isBombArmed }) {
  const page = pages.theirs;
  const pulse = 0.55 + 0.25 * Math.sin(seconds * 5);
  context.strokeStyle = `rgba(224,60,90,${pulse})`;
  context.lineWidth = Math.max(2, page.square * 0.07);
  const cells = isBombArmed
    ? [
        [0, 0],
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ]
    : [[0, 0]];
  for (const [dx, dy] of cells) {
    const column = cursor.column + dx;
    const row = cursor.row + dy;
    if (column < 0 || row < 0 || column >= SQUARES || row >= SQUARES) continue;
    const inset = page.square * 0.08;
    context.strokeRect(
      page.x + column * page.square + inset,
      page.y + row * page.square + inset,
      page.square - inset * 2,
      page.square - inset * 2,
    );
  }
}

function drawLamp(context, { width, height }) {
  const reach = Math.hypot(width, height);
  const light = context.createRadialGradient(
    width * 0.5,
    height * 0.42,
    reach * 0.12,
    width * 0.5,
    height * 0.48,
    reach * 0.62,
  );
  light.addColorStop(0, 'rgba(255,214,150,.10)');
  light.addColorStop(0.55, 'rgba(30,14,24,.16)');
  light.addColorStop(1, 'rgba(8,5,14,.82)');
  context.fillStyle = light;
  context.fillRect(0, 0, width, height);
}
