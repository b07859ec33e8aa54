// Draws texts, panels and buttons on the canvas. Returns the areas that can be pressed.

const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";

export function drawPanel(
  context,
  size,
  { title, line, figure, figureName, badge, notes = [], button, isRightToLeft },
) {
  const unit = Math.max(0.72, Math.min(size.width / 420, size.height / 560, 2.4));
  const width = Math.min(size.width - 24, 460 * unit);
  const inner = width - 44 * unit;
  context.direction = isRightToLeft ? 'rtl' : 'ltr';
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  const rows = [];
  const add = (text, pixels, weight, colour, gap) => {
    context.font = `${weight} ${pixels * unit}px ${FONT}`;
    for (const part of wrap(context, text, inner))
      rows.push({ text: part, font: context.font, colour, rise: pixels * unit, height: pixels * 1.28 * unit });
    rows.at(-1).height += gap * unit;
  };
  add(title, 36, 800, '#fff8ee', 4);
  add(line, 16, 400, '#e7d3e6', 12);
  if (figure !== undefined) {
    add(figureName, 14, 400, '#cdb8d6', -2);
    add(figure, 52, 800, '#ffd782', 4);
  }
  if (badge) add(badge, 16, 700, '#8df0b5', 4);
  for (const note of notes) add(note, 14, 400, '#cdb8d6', 4);
  const height = rows.reduce((sum, row) => sum + row.height, 0) + 118 * unit;
  const left = (size.width - width) / 2;
  const top = Math.max(8, (size.height - height) / 2);
  card(context, left, top, width, height, 20 * unit);
  let y = top + 22 * unit;
  for (const row of rows) {
    context.font = row.font;
    context.fillStyle = row.colour;
    context.fillText(row.text, size.width / 2, y + row.rise);
    y += row.height;
  }
  return pill(context, size.width / 2, top + height - 48 * unit, unit, button);
}

/** Returns the areas of its two buttons. */
export function drawHud(context, size, { parcels, streak, feathers, allFeathers, progress, isSoundOn, isPlaying }) {
  const unit = Math.max(0.8, Math.min(1.6, size.width / 900));
  const shade = context.createLinearGradient(0, 0, 0, 84 * unit);
  shade.addColorStop(0, 'rgba(24,12,44,.62)');
  shade.addColorStop(1, 'rgba(24,12,44,0)');
  context.fillStyle = shade;
  context.fillRect(0, 0, size.width, 84 * unit);
  const middle = 32 * unit;
  if (isPlaying) {
    context.fillStyle = '#e6ab63';
    context.fillRect(18 * unit, middle - 11 * unit, 26 * unit, 22 * unit);
    context.fillStyle = '#ff6f61';
    context.fillRect(29 * unit, middle - 11 * unit, 5 * unit, 22 * unit);
    context.direction = 'ltr';
    context.textAlign = 'left';
    context.textBaseline = 'middle';
    context.fillStyle = '#fff8ee';
    context.font = `800 ${26 * unit}px ${FONT}`;
    context.fillText(parcels, 54 * unit, middle + 1);
    const end = 60 * unit + context.measureText(parcels).width;
    if (streak) {
      context.fillStyle = '#ffd782';
      context.font = `800 ${18 * unit}px ${FONT}`;
      context.fillText(streak, end + 4 * unit, middle + 1);
    }
    for (let i = 0; i < allFeathers; i += 1)
      feather(context, size.width / 2 + (i - (allFeathers - 1) / 2) * 30 * unit, middle, unit, i < feathers);
    context.fillStyle = 'rgba(255,255,255,.22)';
    context.fillRect(18 * unit, 60 * unit, size.width - 36 * unit, 4 * unit);
    context.fillStyle = '#ffd782';
    context.fillRect(18 * unit, 60 * unit, (size.width - 36 * unit) * progress, 4 * unit);
  }
  const sound = roundButton(context, size.width - 34 * unit, middle, 22 * unit);
  drawSpeaker(context, sound, unit, isSoundOn);
  if (!isPlaying) return { sound };
  const pause = roundButton(context, size.width - 86 * unit, middle, 22 * unit);
  context.fillStyle = '#fff8ee';
  context.fillRect(size.width - 92 * unit, middle - 8 * unit, 4 * unit, 16 * unit);
  context.fillRect(size.width - 84 * unit, middle - 8 * unit, 4 * unit, 16 * unit);
  return { sound, pause };
}

export function isInside(place, x, y) {
  return (
    place !== undefined && x >= place.x && y >= place.y && x <= place.x + place.width && y <= place.y + place.height
  );
}

/** `Intl.Segmenter` also finds word boundaries in languages without spaces. */
function wrap(context, text, width) {
  const lines = [''];
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)) {
    // Punctuation stays with its word, even if the line gets a little too long.
    const isWord = /[\p{L}\p{N}]/u.test(segment);
    if (isWord && lines.at(-1) !== '' && context.measureText(lines.at(-1) + segment).width > width) lines.push(segment);
    else lines[lines.length - 1] += segment;
  }
  return lines;
}

function card(context, x, y, width, height, radius) {
  context.save();
  context.shadowColor = 'rgba(10,4,30,.6)';
  context.shadowBlur = 60;
  context.fillStyle = 'rgba(34,20,62,.84)';
  context.beginPath();
  context.roundRect(x, y, width, height, radius);
  context.fill();
  context.restore();
  context.strokeStyle = 'rgba(255,214,180,.28)';
  context.lineWidth = 1;
  context.stroke();
}

function pill(context, middle, y, unit, text) {
  context.font = `700 ${19 * unit}px ${FONT}`;
  const width = Math.max(180 * unit, context.measureText(text).width + 56 * unit);
  const place = { x: middle - width / 2, y: y - 26 * unit, width, height: 52 * unit };
  const shade = context.createLinearGradient(0, place.y, 0, place.y + place.height);
  shade.addColorStop(0, '#ffc48a');
  shade.addColorStop(1, '#ff7f66');
  context.save();
  context.shadowColor = 'rgba(255,127,102,.6)';
  context.shadowBlur = 26;
  context.fillStyle = shade;
  context.beginPath();
  context.roundRect(place.x, place.y, place.width, place.height, place.height / 2);
  context.fill();
  context.restore();
  context.fillStyle = '#38091a';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(text, middle, y + 1);
  return place;
}

function feather(context, x, y, unit, isLeft) {
  context.save();
  context.translate(x, y);
  context.rotate(0.5);
  context.globalAlpha = isLeft ? 1 : 0.25;
  context.fillStyle = '#fff3df';
  context.beginPath();
  context.moveTo(0, 15 * unit);
  context.quadraticCurveTo(-12 * unit, -2 * unit, 0, -16 * unit);
  context.quadraticCurveTo(11 * unit, -2 * unit, 0, 15 * unit);
  context.fill();
  context.strokeStyle = '#ff9d7a';
  context.lineWidth = 1.6 * unit;
  context.beginPath();
  context.moveTo(0, 17 * unit);
  context.lineTo(0, -10 * unit);
  context.stroke();
  context.restore();
}

function roundButton(context, x, y, radius) {
  context.fillStyle = 'rgba(34,20,62,.7)';
  context.beginPath();
  context.arc(x, y, radius, 0, 7);
  context.fill();
  return { x: x - radius, y: y - radius, width: radius * 2, height: radius * 2 };
}

function drawSpeaker(context, place, unit, isOn) {
  context.save();
  context.translate(place.x + place.width / 2, place.y + place.height / 2);
  context.scale(unit, unit);
  context.globalAlpha = isOn ? 1 : 0.5;
  context.fillStyle = '#fff8ee';
  context.beginPath();
  for (const [x, y] of [
    [-9, -3],
    [-4, -3],
    [2, -9],
    [2, 9],
    [-4, 3],
    [-9, 3],
  ])
    context.lineTo(x, y);
  context.fill();
  if (isOn) {
    context.strokeStyle = '#fff8ee';
    context.lineWidth = 2;
    context.beginPath();
    context.arc(2, 0, 7, -0.8, 0.8);
    context.stroke();
  }
  context.restore();
}
