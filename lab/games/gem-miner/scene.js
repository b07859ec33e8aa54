// Draws one frame: sky, rock, gems, miner, and the darkness around the lamp's light.

import { drawGem, drawMiner } from './figures.js';
import { COLUMNS, GROUND_ROW, cellAt, layerAt } from './mine.js';
import { GEM_COLOURS, LAYER_COLOURS } from './palette.js';
import { drawTiles } from './tiles.js';
import { drawSky } from './sky.js';

export function createScene() {
  const view = { width: 1, height: 1, ratio: 1, cell: 40, x: 0, y: 0, shake: 0, tiles: undefined };
  const dark = document.createElement('canvas');

  return {
    view,
    resize(width, height, ratio) {
      const cell = Math.max(28, Math.min(width / 9, height / 10.5));
      Object.assign(view, { width, height, ratio, cell, tiles: drawTiles(cell * ratio) });
      // Light has no sharp edges, so a third of the size is enough.
      dark.width = Math.ceil(width / 3);
      dark.height = Math.ceil(height / 3);
    },
    follow(miner, seconds) {
      const half = view.width / view.cell / 2;
      const room = Math.max(0, COLUMNS / 2 + 0.6 - half);
      const middle = COLUMNS / 2;
      const goalX = Math.max(middle - room, Math.min(middle + room, miner.x + 0.5));
      const goalY = miner.y + view.height / view.cell / 9;
      const ease = seconds === undefined ? 1 : 1 - Math.exp(-seconds * 7);
      view.x += (goalX - view.x) * ease;
      view.y += (goalY - view.y) * ease;
    },
    draw(context, run, sparks, seconds) {
      const jolt = view.shake * view.cell * 0.12;
      const left = view.width / 2 - view.x * view.cell + Math.sin(seconds * 71) * jolt;
      const top = view.height / 2 - view.y * view.cell + Math.cos(seconds * 83) * jolt;
      drawSky(context, view, top + GROUND_ROW * view.cell, seconds);
      context.save();
      context.translate(left, top);
      drawCells(context, view, run, left, top, seconds);
      drawActors(context, view, run, seconds);
      sparks.draw(context, view.cell);
      context.restore();
      drawDark(context, dark, view, run, left, top, seconds);
      drawGlow(context, view, run, left, top, seconds);
    },
  };
}

function eachCell(view, left, top, visit) {
  const first = Math.floor(-left / view.cell);
  const last = Math.ceil((view.width - left) / view.cell);
  const bottom = Math.ceil((view.height - top) / view.cell);
  for (let row = Math.max(0, Math.floor(-top / view.cell)); row < bottom; row += 1) {
    for (let column = first; column < last; column += 1) visit(column, row);
  }
}

function drawCells(context, view, run, left, top, seconds) {
  const { cell: size, tiles } = view;
  // One device pixel of overlap hides seams between cells.
  const cover = size + 1 / view.ratio;
  eachCell(view, left, top, (column, row) => {
    const cell = cellAt(run.rows, column, row);
    if (row < GROUND_ROW && cell.kind === 'open') return;
    const layer = layerAt(row);
    const x = column * size;
    const y = row * size;
    const look = (column * 7 + row * 13 + cell.look) & 3;
    const isOpen = cell.kind === 'open';
    const sprite = isOpen ? tiles.back : cell.kind === 'bedrock' ? undefined : tiles.rock;
    context.drawImage(sprite ? sprite[layer][look] : tiles.bedrock[look], x, y, cover, cover);
    if (isOpen) return;
    if (cell.kind === 'boulder') context.drawImage(tiles.boulder[look], x, y, size, size);
    drawRims(context, run, column, row, size, LAYER_COLOURS[layer]);
    if (row === GROUND_ROW && cell.kind !== 'open') drawGrass(context, x, y, size, column);
  });
  eachCell(view, left, top, (column, row) => {
    const { hold } = cellAt(run.rows, column, row);
    if (!hold) return;
    const x = (column + 0.5) * size;
    const y = (row + 0.5) * size + Math.sin(seconds * 2 + column * 2 + row) * size * 0.025;
    if (hold === 'oil') context.drawImage(tiles.oil, x - size / 2, y - size / 2, size, size);
    else if (hold === 'dynamite') context.drawImage(tiles.crate, x - size / 2, y - size / 2, size, size);
    else
      drawGem(
        context,
        hold,
        x,
        y,
        size * (hold === 'heart' ? 1.9 : 1),
        (seconds * 0.45 + column * 0.37 + row * 0.21) % 1,
      );
  });
}

/** Edges next to a tunnel are lighter, so that flat cells look carved. */
function drawRims(context, run, column, row, size, colours) {
  const x = column * size;
  const y = row * size;
  const edge = Math.max(2, size * 0.07);
  context.fillStyle = colours.light;
  if (cellAt(run.rows, column, row - 1).kind === 'open') context.fillRect(x, y, size, edge);
  context.globalAlpha = 0.55;
  if (cellAt(run.rows, column - 1, row).kind === 'open') context.fillRect(x, y, edge * 0.7, size);
  if (cellAt(run.rows, column + 1, row).kind === 'open') context.fillRect(x + size - edge * 0.7, y, edge * 0.7, size);
  context.fillStyle = colours.dark;
  context.globalAlpha = 0.8;
  if (cellAt(run.rows, column, row + 1).kind === 'open') context.fillRect(x, y + size - edge, size, edge);
  context.globalAlpha = 1;
}

function drawGrass(context, x, y, size, column) {
  context.fillStyle = '#3f8f5a';
  context.fillRect(x - 0.5, y - size * 0.02, size + 1, size * 0.16);
  context.fillStyle = '#79cf7c';
  context.fillRect(x - 0.5, y - size * 0.02, size + 1, size * 0.05);
  for (let i = 0; i < 4; i += 1) {
    const blade = x + size * (0.12 + i * 0.25);
    context.beginPath();
    context.moveTo(blade, y);
    context.lineTo(blade + size * 0.03, y - size * (0.07 + ((column * 5 + i * 3) % 4) * 0.025));
    context.lineTo(blade + size * 0.07, y);
    context.fill();
  }
}

function drawActors(context, view, run, seconds) {
  const { cell: size, tiles } = view;
  for (const boulder of run.boulders) {
    const tremble = boulder.wobble > 0 ? Math.sin(seconds * 60) * size * 0.04 : 0;
    context.drawImage(tiles.boulder[boulder.look], boulder.column * size + tremble, boulder.y * size, size, size);
  }
  const { miner } = run;
  const isMoving = miner.x !== miner.column;
  const isDigging = miner.dig > 0.002;
  drawMiner(context, (miner.x + 0.5) * size, (miner.y + 0.5) * size, size, {
    facing: miner.facing,
    swing: isDigging ? (seconds * 5) % 1 : 0,
    stride: isMoving ? miner.x * 7 : 0,
    isHurt: run.hurt > 0 && Math.sin(seconds * 40) > 0,
    aimsDown: isDigging && miner.target?.row > miner.row,
    lampLeft: run.oil,
  });
  if (!isDigging || !miner.target) return;
  context.strokeStyle = `rgba(0,0,0,${Math.min(0.75, miner.dig)})`;
  context.lineWidth = size * 0.04;
  context.beginPath();
  const x = (miner.target.column + 0.5) * size;
  const y = (miner.target.row + 0.5) * size;
  const reach = size * 0.45 * Math.min(1, miner.dig);
  for (const angle of [0.4, 1.7, 2.9, 4.1, 5.3]) {
    context.moveTo(x, y);
    context.lineTo(x + Math.cos(angle) * reach * 0.5, y + Math.sin(angle + 0.3) * reach * 0.5);
    context.lineTo(x + Math.cos(angle) * reach, y + Math.sin(angle) * reach);
  }
  context.stroke();
}

function drawDark(context, dark, view, run, left, top, seconds) {
  const shade = dark.getContext('2d');
  const scale = dark.width / view.width;
  const ground = (top + (GROUND_ROW + 0.3) * view.cell) * scale;
  shade.globalCompositeOperation = 'source-over';
  shade.clearRect(0, 0, dark.width, dark.height);
  const night = shade.createLinearGradient(0, ground, 0, ground + view.cell * 5 * scale);
  night.addColorStop(0, 'rgba(8,7,16,0)');
  night.addColorStop(0.35, 'rgba(8,7,16,.62)');
  night.addColorStop(1, 'rgba(8,7,16,.93)');
  shade.fillStyle = night;
  shade.fillRect(0, 0, dark.width, dark.height);
  shade.globalCompositeOperation = 'destination-out';
  const flicker = 1 + Math.sin(seconds * 9) * 0.012 + Math.sin(seconds * 23) * 0.01;
  const lampRadius = view.cell * (run.light ?? 1) * flicker;
  cutLight(shade, left + (run.miner.x + 0.5) * view.cell, top + (run.miner.y + 0.35) * view.cell, lampRadius, scale, 1);
  eachCell(view, left, top, (column, row) => {
    const { hold } = cellAt(run.rows, column, row);
    if (!hold) return;
    const radius = view.cell * (hold === 'heart' ? 5.5 : hold === 'oil' ? 1.15 : 0.85);
    cutLight(
      shade,
      left + (column + 0.5) * view.cell,
      top + (row + 0.5) * view.cell,
      radius,
      scale,
      hold === 'heart' ? 1 : 0.6,
    );
  });
  context.drawImage(dark, 0, 0, view.width, view.height);
}

function cutLight(shade, x, y, radius, scale, strength) {
  if (radius < 1) return;
  const light = shade.createRadialGradient(x * scale, y * scale, 0, x * scale, y * scale, radius * scale);
  light.addColorStop(0, `rgba(0,0,0,${strength})`);
  light.addColorStop(0.45, `rgba(0,0,0,${strength * 0.78})`);
  light.addColorStop(1, 'rgba(0,0,0,0)');
  shade.fillStyle = light;
  shade.fillRect((x - radius) * scale, (y - radius) * scale, radius * 2 * scale, radius * 2 * scale);
}

function drawGlow(context, view, run, left, top, seconds) {
  context.globalCompositeOperation = 'lighter';
  glow(
    context,
    left + (run.miner.x + 0.5) * view.cell,
    top + (run.miner.y + 0.2) * view.cell,
    view.cell * (run.light ?? 1) * 0.75,
    '255,176,84',
    0.2,
  );
  eachCell(view, left, top, (column, row) => {
    const { hold } = cellAt(run.rows, column, row);
    const colours = GEM_COLOURS[hold];
    if (!colours) return;
    const pulse = 0.2 + 0.07 * Math.sin(seconds * 2.2 + column * 3 + row);
    const radius = view.cell * (hold === 'heart' ? 4 : 0.8);
    glow(context, left + (column + 0.5) * view.cell, top + (row + 0.5) * view.cell, radius, colours.glow, pulse);
  });
  context.globalCompositeOperation = 'source-over';
}

function glow(context, x, y, radius, rgb, strength) {
  if (radius < 1) return;
  const light = context.createRadialGradient(x, y, 0, x, y, radius);
  light.addColorStop(0, `rgba(${rgb},${strength})`);
  light.addColorStop(1, `rgba(${rgb},0)`);
  context.fillStyle = light;
  context.fillRect(x - radius, y - radius, radius * 2, radius * 2);
}
