// A stand-in for Unity's framework file: canvas, frame loop, input, sound and the stored record. A classic script with
// one global, like Unity's.

window.unityFramework = function unityFramework({ canvas }) {
  const MAX_PIXELS = 3840 * 2160;
  const LONGEST_STEP_SECONDS = 0.05;
  const SLOW_FRAME_SECONDS = 0.03;
  const LOWEST_QUALITY = 0.55;
  const context = canvas.getContext('2d', { alpha: false });
  const lessMotion = matchMedia('(prefers-reduced-motion: reduce)');
  const life = new AbortController();
  const held = new Set();
  const size = { width: 1, height: 1, ratio: 1 };
  const observer = new ResizeObserver(fit);
  // Share of the full resolution; lowered on slow machines.
  let quality = 1;
  let slowness = 0;
  let game;
  let frame = 0;
  let previousMs = 0;
  let audio;
  let isSoundOn = false;

  function fit() {
    size.width = Math.max(1, canvas.clientWidth);
    size.height = Math.max(1, canvas.clientHeight);
    size.ratio = quality * Math.min(window.devicePixelRatio || 1, Math.sqrt(MAX_PIXELS / (size.width * size.height)));
    canvas.width = Math.round(size.width * size.ratio);
    canvas.height = Math.round(size.height * size.ratio);
    paint();
  }

  function paint() {
    context.setTransform(size.ratio, 0, 0, size.ratio, 0, 0);
    game.draw(context, size);
  }

  function tick(nowMs) {
    frame = requestAnimationFrame(tick);
    const seconds = Math.max(0, Math.min(LONGEST_STEP_SECONDS, (nowMs - previousMs) / 1000));
    previousMs = nowMs;
    game.step(seconds, size);
    if (isTooSlow(seconds)) {
      quality *= 0.8;
      fit();
    } else {
      paint();
    }
  }

  function isTooSlow(seconds) {
    slowness += (seconds - slowness) / 30;
    if (slowness < SLOW_FRAME_SECONDS || quality < LOWEST_QUALITY) return false;
    slowness = 0;
    return true;
  }

  function wake() {
    cancelAnimationFrame(frame);
    previousMs = performance.now();
    frame = requestAnimationFrame(tick);
  }

  function listen(target, type, action) {
    target.addEventListener(type, action, { signal: life.signal });
  }

  listen(document, 'visibilitychange', () => {
    if (!document.hidden) return wake();
    cancelAnimationFrame(frame);
    game.hidden();
  });
  listen(canvas, 'keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.code === 'Tab') return;
    if (/^(Arrow|Space|Enter)/.test(event.code)) event.preventDefault();
    held.add(event.code);
    if (!event.repeat) game.key(event.code);
  });
  listen(window, 'keyup', (event) => held.delete(event.code));
  listen(window, 'blur', () => held.clear());
  listen(canvas, 'pointermove', (event) => game.pointer(event.offsetX, event.offsetY, false, size));
  listen(canvas, 'pointerdown', (event) => {
    canvas.focus({ preventScroll: true });
    game.pointer(event.offsetX, event.offsetY, true, size);
  });

  return {
    canvas,
    lessMotion: () => lessMotion.matches,
    isHeld: (...codes) => codes.some((code) => held.has(code)),
    isSoundOn: () => isSoundOn,
    setSound(isOn) {
      isSoundOn = isOn;
      if (isOn) audio ??= new AudioContext();
    },
    tone({ fromHz, toHz = fromHz, seconds = 0.15, shape = 'sine', volume = 0.1, delaySeconds = 0 }) {
      if (!isSoundOn || document.hidden) return;
      const start = audio.currentTime + delaySeconds;
      const oscillator = audio.createOscillator();
      const gain = audio.createGain();
      oscillator.type = shape;
      oscillator.frequency.setValueAtTime(fromHz, start);
      oscillator.frequency.exponentialRampToValueAtTime(toHz, start + seconds);
      gain.gain.setValueAtTime(volume, start);
      gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
      oscillator.connect(gain).connect(audio.destination);
      oscillator.start(start);
      oscillator.stop(start + seconds);
    },
    readNumber(name) {
      try {
        return Number(localStorage.getItem(name)) || 0;
      } catch {
        return 0;
      }
    },
    /** Returns whether the number was stored. */
    writeNumber(name, number) {
      try {
        localStorage.setItem(name, String(number));
        return true;
      } catch {
        return false;
      }
    },
    run(startedGame) {
      game = startedGame;
      observer.observe(canvas);
      fit();
      wake();
    },
    stop() {
      cancelAnimationFrame(frame);
      observer.disconnect();
      life.abort();
      return audio?.close();
    },
  };
};

/** The game's program, which would be WebAssembly in a Unity build. */
window.unityFramework.loadProgram = () => import('./sky-courier.code.js');
