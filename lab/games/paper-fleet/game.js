// Paper Fleet: sink the other admiral's five paper ships first. This file connects rules, pictures and page.

import { bombSquares, chooseShot, fireAt, isSunk, shipSquares, startDuel, SQUARES } from './duel.js';
import { applyLanguage, chooseLanguage } from './language.js';
import { placePages, squareAt } from './layout.js';
import { createPagePanels, wantsLessMotion } from './page.js';
import { chooseSeed } from './random.js';
import { openHighScore } from './high-score.js';
import { drawScene } from './scene.js';
import { createSound } from './sound.js';
import { createSparks } from './sparks.js';
import { runGameLoop } from './game-loop.js';
import { texts } from './texts.js';

const FLIGHT_SECONDS = 0.5;
const THINK_SECONDS = 0.75;
const END_SECONDS = 1.3;
const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const canvas = document.getElementById('stage');
const language = chooseLanguage(texts);
const words = texts[language];
const number = new Intl.NumberFormat(language);
const page = createPagePanels(canvas);
const record = openHighScore('paper-fleet.fewest-shots', (result, best) => result < best);
const sound = createSound();
const sparks = createSparks();
const size = { width: 1, height: 1 };
const marks = new Map();

let duel = startDuel(chooseSeed());
let pages = placePages(1, 1);
let seconds = 0;
let cursor = { column: 3, row: 3 };
let isBombArmed = false;
let drop;
let wait = 0;

function play() {
  duel = startDuel(chooseSeed());
  marks.clear();
  sparks.clear();
  drop = undefined;
  isBombArmed = false;
  say(words.yourTurn);
  page.show('play');
  writeButtons();
}

function step(elapsed) {
  seconds += elapsed;
  sparks.step(elapsed);
  if (page.screen() !== 'play') return;
  if (drop) {
    drop.part = Math.min(1, drop.part + elapsed / (wantsLessMotion() ? 0.05 : FLIGHT_SECONDS));
    if (drop.part === 1) land();
    return;
  }
  if (duel.turn === 'mine') return;
  wait -= elapsed;
  // The player has time to read how the last shot ended.
  if (duel.turn === 'theirs' && wait < THINK_SECONDS / 2) say(words.theirTurn);
  if (wait > 0) return;
  if (duel.turn === 'over') finish();
  else throwInk(duel.mine, [chooseShot(duel.mine, duel.random)], false);
}

function shoot({ column, row }) {
  if (page.screen() !== 'play' || duel.turn !== 'mine' || drop) return;
  const squares = (isBombArmed ? bombSquares(column, row) : [{ column, row }]).filter(
    (square) => !duel.theirs.squares[square.row][square.column].isShot,
  );
  if (squares.length === 0) return;
  duel.shots += 1;
  if (isBombArmed) duel.hasBomb = false;
  throwInk(duel.theirs, squares, isBombArmed, { column, row });
  isBombArmed = false;
  writeButtons();
}

function throwInk(sea, squares, isBomb, aim = squares[0]) {
  const target = sea === duel.mine ? pages.mine : pages.theirs;
  const source = sea === duel.mine ? pages.theirs : pages.mine;
  drop = {
    sea,
    squares,
    isBomb,
    part: 0,
    size: target.square,
    fromX: source.x + (source.square * SQUARES) / 2,
    fromY: source.y + source.square * SQUARES,
    toX: target.x + (aim.column + 0.5) * target.square,
    toY: target.y + (aim.row + 0.5) * target.square,
  };
  sound.tone({ fromHz: 300, toHz: 620, seconds: 0.25, volume: 0.05 });
}

function land() {
  const { sea, squares } = drop;
  drop = undefined;
  const outcomes = new Set();
  for (const { column, row } of squares) {
    const { outcome, ship } = fireAt(sea, column, row);
    mark(sea, column, row, outcome);
    if (outcome === 'sunk') for (const square of shipSquares(ship)) splash(sea, square.column, square.row, 10);
    outcomes.add(outcome);
  }
  const outcome = ['sunk', 'hit', 'miss'].find((name) => outcomes.has(name)) ?? 'miss';
  const isMine = sea === duel.theirs;
  say(words[isMine ? outcome : { hit: 'theyHit', miss: 'theyMiss', sunk: 'theySank' }[outcome]]);
  ring(outcome);
  if (isSunk(sea)) {
    duel.turn = 'over';
    wait = END_SECONDS;
    return;
  }
  if (outcome === 'miss') duel.turn = isMine ? 'theirs' : 'mine';
  wait = THINK_SECONDS;
  if (duel.turn === 'mine' && !isMine) say(`${words.theyMiss}. ${words.yourTurn}`);
  writeButtons();
}

function mark(sea, column, row, outcome) {
  marks.set(`${sea === duel.mine}:${column}:${row}`, seconds);
  splash(sea, column, row, outcome === 'miss' ? 8 : 22, outcome !== 'miss');
}

function splash(sea, column, row, count, isRed = true) {
  const target = sea === duel.mine ? pages.mine : pages.theirs;
  sparks.burst({
    x: target.x + (column + 0.5) * target.square,
    y: target.y + (row + 0.5) * target.square,
    count: wantsLessMotion() ? 2 : count,
    colours: isRed ? ['#ff5d7c', '#d2264b', '#ffd0a0'] : ['#7ea6ff', '#3a68be', '#ffffff'],
    speed: target.square * 4,
    size: target.square * 0.14,
    seconds: 0.6,
    gravity: target.square * 6,
  });
}

function ring(outcome) {
  if (outcome === 'miss') sound.tone({ fromHz: 240, toHz: 120, seconds: 0.18 });
  else sound.tone({ fromHz: 180, toHz: 60, seconds: 0.35, shape: 'sawtooth', volume: 0.14 });
  if (outcome === 'sunk')
    for (const [index, note] of [392, 523, 659].entries())
      sound.tone({ fromHz: note, seconds: 0.25, delaySeconds: 0.1 + index * 0.1 });
}

function finish() {
  const isWon = isSunk(duel.theirs);
  const isRecord = isWon && record.offer(duel.shots);
  page.write('result', isWon ? words.won : words.lost);
  page.write('result-line', isWon ? words.wonLine : words.lostLine);
  page.write('final', isWon ? number.format(duel.shots) : '');
  document.getElementById('new-best').hidden = !isRecord;
  document.getElementById('over-best').hidden = record.best() === undefined;
  if (record.best() !== undefined) page.write('best', number.format(record.best()));
  document.body.dataset.end = isWon ? 'won' : 'lost';
  page.show('over');
}

function say(text) {
  page.write('status', text);
}

function writeButtons() {
  page.write('shots', number.format(duel.shots));
  document.body.dataset.turn = duel.turn;
  const bomb = document.getElementById('bomb');
  bomb.disabled = !duel.hasBomb;
  bomb.setAttribute('aria-pressed', String(isBombArmed));
  document.getElementById('shuffle').hidden = duel.shots > 0 || duel.turn !== 'mine';
}

function armBomb() {
  if (!duel.hasBomb || duel.turn !== 'mine') return;
  isBombArmed = !isBombArmed;
  writeButtons();
  canvas.focus();
}

function toggleSound() {
  document.getElementById('sound').setAttribute('aria-pressed', String(sound.toggle()));
}

applyLanguage(language, words);
page.onPress('play', play);
page.onPress('again', play);
page.onPress('bomb', armBomb);
page.onPress('sound', toggleSound);
page.onPress('shuffle', () => {
  if (duel.shots === 0) duel.shuffle();
});
canvas.addEventListener('pointermove', (event) => {
  cursor = squareAt(pages.theirs, event.offsetX, event.offsetY) ?? cursor;
});
canvas.addEventListener('pointerdown', (event) => {
  const square = squareAt(pages.theirs, event.offsetX, event.offsetY);
  if (!square) return;
  cursor = square;
  shoot(square);
});
canvas.addEventListener('keydown', (event) => {
  const move = MOVES[event.code];
  if (move)
    cursor = { column: (cursor.column + move[0] + SQUARES) % SQUARES, row: (cursor.row + move[1] + SQUARES) % SQUARES };
  else if (event.code === 'Enter' || event.code === 'Space') shoot(cursor);
  else if (event.code === 'KeyB') armBomb();
  else if (event.code === 'KeyM') toggleSound();
  else return;
  event.preventDefault();
});

page.show('title');
writeButtons();
runGameLoop(canvas, {
  resize(width, height) {
    Object.assign(size, { width, height });
    pages = placePages(width, height);
    const place = document.getElementById('names').style;
    for (const [name, { x, y, square }] of Object.entries(pages)) {
      place.setProperty(`--${name}-x`, `${x + (square * SQUARES) / 2}px`);
      place.setProperty(`--${name}-y`, `${y - square * 0.42}px`);
    }
    // The drop was aimed at the old layout, so it lands at once.
    if (drop) drop.part = 1;
  },
  step,
  draw(context) {
    const isPlaying = page.screen() === 'play';
    drawScene(context, size, {
      duel,
      pages,
      drop,
      seconds: wantsLessMotion() ? 0 : seconds,
      isBombArmed,
      cursor: isPlaying && duel.turn === 'mine' && !drop ? cursor : undefined,
      showAll: page.screen() === 'over',
      ageOf: (sea, column, row) =>
        wantsLessMotion() ? 9 : seconds - (marks.get(`${sea === duel.mine}:${column}:${row}`) ?? -9),
    });
    sparks.draw(context);
  },
  // Nothing to pause: the frame loop stops by itself.
  hidden() {},
});
