// Owns the canvas, its size and the frame loop; pauses while the page is hidden. Every game has its own copy, because
// games are served from separate origins.

/** More pixels cost energy without looking sharper. */
const MAX_PIXELS = 3840 * 2160;
const LONGEST_STEP_SECONDS = 0.05;
const SLOW_FRAME_SECONDS = 0.03;
const LOWEST_QUALITY = 0.55;

/**
 * Runs `game`, an object with resize(width, height, ratio), step(seconds), draw(context) and hidden().
 * Sizes are in CSS pixels; the context is already scaled.
 */
export function runGameLoop(canvas, game) {
  const context = canvas.getContext('2d', { alpha: false });
  let ratio = 1;
  // Share of the full resolution; lowered on slow machines.
  let quality = 1;
  let slowness = 0;
  let frame = 0;
  let previousMs = 0;

  function fit() {
    const width = Math.max(1, canvas.clientWidth);
    const height = Math.max(1, canvas.clientHeight);
    ratio = quality * Math.min(window.devicePixelRatio || 1, Math.sqrt(MAX_PIXELS / (width * height)));
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    game.resize(width, height, ratio);
    paint();
  }

  function paint() {
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    game.draw(context);
  }

  function tick(nowMs) {
    frame = requestAnimationFrame(tick);
    const seconds = Math.min(LONGEST_STEP_SECONDS, (nowMs - previousMs) / 1000);
    previousMs = nowMs;
    game.step(Math.max(0, seconds));
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

  function start() {
    cancelAnimationFrame(frame);
    previousMs = performance.now();
    frame = requestAnimationFrame(tick);
  }

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) {
      cancelAnimationFrame(frame);
      game.hidden();
    } else {
      start();
    }
  });
  new ResizeObserver(fit).observe(canvas);
  fit();
  start();
}
