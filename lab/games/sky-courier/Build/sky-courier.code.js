// Sky Courier, the game itself: its screens and how they connect. In a real Unity build this would be WebAssembly.

import { chooseLanguage } from '../language.js';
import { GLIDER_Z, startFlight } from './code/flight.js';
import { drawHud, drawPanel, isInside } from './code/interface.js';
import { connectToPortal } from './code/portal.js';
import { createWorld, projectToScreen } from './code/world.js';

const RECORD = 'sky-courier.best';
const END_SECONDS = 1.3;
const SPARKS_MOST = 160;

/** `options` may have a language and a seed; otherwise the address and the browser decide. */
export function startGame(engine, { data, asm }, options) {
  const world = createWorld();
  const askedSeed = options.seed ?? new URLSearchParams(location.search).get('seed') ?? undefined;
  let language = data.texts[options.language] ? options.language : chooseLanguage(data.texts);
  let words = data.texts[language];
  let screen = 'title';
  let seed = Number(askedSeed ?? Date.now() % 1e9);
  let flight = startFlight(seed, data.tuning, { tell, asm });
  let best = engine.readNumber(RECORD);
  let isRecord = false;
  let seconds = 0;
  let afterEnd = 0;
  let shake = 0;
  let goal;
  let places = {};
  let sparks = [];
  let portal;

  function show(next) {
    screen = next;
    engine.canvas.dataset.screen = next;
    const result = flight.end === 'delivered' ? words.won : words.lost;
    const spoken = {
      title: `${words.title}. ${words.tagline} ${words.helpSteer} ${words.helpRings} ${words.helpStorm} Enter: ${words.play}`,
      play: words.canvas,
      pause: `${words.paused}. Enter: ${words.resume}`,
      over: `${result} ${words.parcels}: ${flight.parcels}. Enter: ${words.again}`,
    };
    engine.canvas.lang = language;
    engine.canvas.setAttribute('role', 'application');
    engine.canvas.setAttribute('aria-label', spoken[next]);
  }

  function press() {
    if (screen === 'pause') return show('play');
    if (screen === 'over' && askedSeed === undefined) seed = (seed + 1) % 1e9;
    flight = startFlight(seed, data.tuning, { tell, asm });
    afterEnd = 0;
    sparks = [];
    goal = undefined;
    show('play');
  }

  function pause() {
    if (screen === 'play' && !flight.end) show('pause');
  }

  function finish() {
    isRecord = flight.parcels > best;
    if (isRecord) {
      best = flight.parcels;
      engine.writeNumber(RECORD, best);
    }
    show('over');
    portal?.flightOver(flight.end, flight.parcels);
  }

  function tell(event, { x = 0, y = 0, isGold, streak, end } = {}) {
    if (event === 'ring') {
      burst(x, y, isGold ? 46 : 24, isGold ? ['#ffe27a', '#fff6cf'] : ['#8deaff', '#ffffff', '#ffd782']);
      engine.tone({ fromHz: 440 * 1.122 ** (streak * 2), toHz: 660 * 1.122 ** (streak * 2), seconds: 0.22 });
    } else if (event === 'hit') {
      burst(flight.glider.x, flight.glider.y, 30, ['#ffffff', '#b59cff', '#fff3df']);
      shake = engine.lessMotion() ? 0 : 1;
      engine.tone({ fromHz: 140, toHz: 45, seconds: 0.4, shape: 'sawtooth', volume: 0.16 });
    } else if (event === 'missed') {
      engine.tone({ fromHz: 240, toHz: 180, seconds: 0.14, volume: 0.05 });
    } else if (event === 'end') {
      const notes = end === 'delivered' ? [523, 659, 784, 1047] : [392, 330, 262];
      for (const [index, note] of notes.entries())
        engine.tone({ fromHz: note, seconds: 0.4, delaySeconds: index * 0.17 });
    }
  }

  function burst(x, y, count, colours) {
    const wanted = engine.lessMotion() ? count / 4 : count;
    for (let i = 0; i < wanted && sparks.length < SPARKS_MOST; i += 1) {
      const angle = Math.random() * Math.PI * 2;
      const pace = 2 + Math.random() * 6;
      sparks.push({
        x,
        y,
        dx: Math.cos(angle) * pace,
        dy: Math.sin(angle) * pace,
        age: 0,
        colour: colours[i % colours.length],
      });
    }
  }

  function readKeys() {
    return {
      x: Number(engine.isHeld('ArrowRight', 'KeyD')) - Number(engine.isHeld('ArrowLeft', 'KeyA')),
      y: Number(engine.isHeld('ArrowUp', 'KeyW')) - Number(engine.isHeld('ArrowDown', 'KeyS')),
    };
  }

  function drawSparks(context, size) {
    const lens = world.lens(size, flight);
    context.globalCompositeOperation = 'lighter';
    for (const spark of sparks) {
      const place = projectToScreen(lens, spark.x, spark.y, GLIDER_Z);
      const radius = place.scale * 0.11 * (1 - spark.age);
      context.fillStyle = spark.colour;
      context.beginPath();
      context.arc(place.x, place.y, Math.max(0, radius), 0, 7);
      context.fill();
    }
    context.globalCompositeOperation = 'source-over';
  }

  function drawWords(context, size) {
    const number = new Intl.NumberFormat(language);
    places = drawHud(context, size, {
      parcels: number.format(flight.parcels),
      streak: flight.streak > 1 ? `×${number.format(flight.streak)}` : '',
      feathers: flight.feathers,
      allFeathers: data.tuning.feathers,
      progress: flight.progress(),
      isSoundOn: engine.isSoundOn(),
      isPlaying: screen === 'play',
    });
    const shared = { isRightToLeft: language === 'fa' };
    const bestLine = best > 0 ? [`${words.best}: ${number.format(best)}`] : [];
    if (screen === 'title') {
      const notes = [...bestLine, words.helpSteer, words.helpRings, words.helpStorm];
      places.button = drawPanel(context, size, {
        ...shared,
        title: words.title,
        line: words.tagline,
        notes,
        button: words.play,
      });
    } else if (screen === 'pause') {
      places.button = drawPanel(context, size, {
        ...shared,
        title: words.paused,
        line: words.helpSteer,
        button: words.resume,
      });
    } else if (screen === 'over') {
      const isWon = flight.end === 'delivered';
      places.button = drawPanel(context, size, {
        ...shared,
        title: isWon ? words.won : words.lost,
        line: isWon ? words.wonLine : words.lostLine,
        figureName: words.parcels,
        figure: number.format(flight.parcels),
        badge: isRecord ? words.newBest : undefined,
        notes: bestLine,
        button: words.again,
      });
    }
  }

  show('title');
  // Not awaited: the game starts without it.
  void connectToPortal({ pause }).then((joined) => (portal = joined));
  return {
    state: () => ({ screen, flight }),
    step(elapsed) {
      seconds += elapsed;
      shake = Math.max(0, shake - elapsed * 2.5);
      if (screen === 'play') {
        flight.step(elapsed, readKeys(), goal);
        if (flight.end) {
          afterEnd += elapsed;
          if (flight.end === 'fallen') flight.glider.y -= elapsed * 6;
          if (afterEnd > END_SECONDS) finish();
        }
      } else if (screen === 'title' && !engine.lessMotion()) {
        flight.distance = (flight.distance + elapsed * 9) % 80;
      }
      if (screen === 'pause') return;
      for (const spark of sparks) {
        spark.age += elapsed * 1.5;
        spark.x += spark.dx * elapsed;
        spark.y += spark.dy * elapsed;
      }
      sparks = sparks.filter((spark) => spark.age < 1);
    },
    draw(context, size) {
      const isCalm = engine.lessMotion();
      context.save();
      context.translate(Math.sin(seconds * 70) * shake * 8, Math.cos(seconds * 83) * shake * 8);
      world.draw(context, size, flight, { seconds: isCalm ? 0 : seconds, isCalm });
      drawSparks(context, size);
      context.restore();
      drawWords(context, size);
    },
    key(code) {
      if (code === 'Escape' || code === 'KeyP') (screen === 'pause' ? press : pause)();
      else if (code === 'KeyM') engine.setSound(!engine.isSoundOn());
      else if ((code === 'Enter' || code === 'Space') && screen !== 'play') press();
      if (code.startsWith('Arrow')) goal = undefined;
    },
    pointer(x, y, isDown, size) {
      if (isDown && isInside(places.sound, x, y)) return engine.setSound(!engine.isSoundOn());
      if (isDown && isInside(places.pause, x, y)) return pause();
      if (isDown && isInside(places.button, x, y)) return press();
      const overButton = [places.button, places.sound, places.pause].some((place) => isInside(place, x, y));
      engine.canvas.style.cursor = overButton ? 'pointer' : 'default';
      const metre = world.lens(size, flight).focal / GLIDER_Z;
      // A pointer need not reach the very edge.
      goal = { x: ((x - size.width / 2) / metre) * 1.25, y: ((size.height * 0.5 - y) / metre) * 1.25 };
    },
    hidden: pause,
    messages: {
      SetLanguage(name) {
        if (!data.texts[name])
          throw new Error(`Game.SetLanguage: "${name}" is unknown; use one of ${Object.keys(data.texts).join(', ')}`);
        language = name;
        words = data.texts[name];
        show(screen);
      },
      SetSound: (value) => engine.setSound(Number(value) === 1),
      Pause: pause,
      Resume: () => (screen === 'pause' ? press() : undefined),
    },
  };
}
