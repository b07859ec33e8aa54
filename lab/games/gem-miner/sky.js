// The sky above the mine, with moon, hills and winding tower. It scrolls away as the miner goes down.

const HILLS = [
  { height: 0.3, colour: '#4a3a78', step: 0.9, seed: 1.7 },
  { height: 0.19, colour: '#32275a', step: 1.6, seed: 4.1 },
  { height: 0.09, colour: '#211a40', step: 2.6, seed: 2.3 },
];

export function drawSky(context, view, ground, seconds) {
  if (ground < 0) return;
  const { width, height } = view;
  const tall = Math.max(height * 0.7, view.cell * 6);
  const sky = context.createLinearGradient(0, ground - tall, 0, ground);
  sky.addColorStop(0, '#161334');
  sky.addColorStop(0.5, '#4b2f77');
  sky.addColorStop(0.8, '#c4577f');
  sky.addColorStop(1, '#ffb070');
  context.fillStyle = sky;
  context.fillRect(0, 0, width, ground + 2);
  drawStars(context, width, ground, tall, seconds);
  const moonX = width * 0.76;
  const moonY = ground - tall * 0.47;
  const halo = context.createRadialGradient(moonX, moonY, 0, moonX, moonY, view.cell * 3);
  halo.addColorStop(0, 'rgba(255,236,200,.5)');
  halo.addColorStop(1, 'rgba(255,236,200,0)');
  context.fillStyle = halo;
  context.fillRect(moonX - view.cell * 3, moonY - view.cell * 3, view.cell * 6, view.cell * 6);
  context.fillStyle = '#fff0d2';
  context.beginPath();
  context.arc(moonX, moonY, view.cell * 0.55, 0, 7);
  context.fill();
  for (const hill of HILLS) drawHill(context, width, ground, tall, hill);
  drawTower(context, view, ground);
}

function drawStars(context, width, ground, tall, seconds) {
  context.fillStyle = '#fff';
  for (let i = 0; i < 60; i += 1) {
    const x = (((i * 7919) % 1000) / 1000) * width;
    const y = ground - tall * (0.4 + (((i * 4513) % 1000) / 1000) * 0.6);
    context.globalAlpha = 0.35 + 0.3 * Math.sin(seconds * 1.3 + i * 2);
    context.fillRect(x, y, i % 5 ? 1.4 : 2.2, i % 5 ? 1.4 : 2.2);
  }
  context.globalAlpha = 1;
}

function drawHill(context, width, ground, tall, hill) {
  context.fillStyle = hill.colour;
  context.beginPath();
  context.moveTo(0, ground + 2);
  for (let i = 0; i <= 40; i += 1) {
    const t = (i / 40) * 6 * hill.step + hill.seed;
    const rise = 0.55 + 0.3 * Math.sin(t) + 0.15 * Math.sin(t * 2.7 + 1);
    context.lineTo((i / 40) * width, ground - tall * hill.height * rise);
  }
  context.lineTo(width, ground + 2);
  context.fill();
}

function drawTower(context, view, ground) {
  const unit = view.cell;
  const x = view.width / 2 - (view.x - 8.5) * unit - unit * 3.6;
  context.strokeStyle = '#140f2a';
  context.fillStyle = '#140f2a';
  context.lineWidth = unit * 0.1;
  context.beginPath();
  for (const [fromX, fromY, toX, toY] of [
    [-0.8, 0, -0.2, 2.3],
    [0.8, 0, 0.2, 2.3],
    [-0.65, 0.6, 0.5, 1.2],
    [0.65, 0.6, -0.5, 1.2],
    [-0.35, 1.8, 0.35, 1.8],
  ]) {
    context.moveTo(x + fromX * unit, ground - fromY * unit);
    context.lineTo(x + toX * unit, ground - toY * unit);
  }
  context.stroke();
  context.beginPath();
  context.arc(x, ground - 2.3 * unit, unit * 0.34, 0, 7);
  context.stroke();
  context.fillRect(x - 2.7 * unit, ground - 0.9 * unit, 1.7 * unit, 0.9 * unit);
  context.beginPath();
  context.moveTo(x - 2.9 * unit, ground - 0.85 * unit);
  context.lineTo(x - 1.85 * unit, ground - 1.5 * unit);
  context.lineTo(x - 0.8 * unit, ground - 0.85 * unit);
  context.fill();
  context.fillStyle = '#ffcf6b';
  context.fillRect(x - 2.1 * unit, ground - 0.65 * unit, 0.4 * unit, 0.35 * unit);
}
