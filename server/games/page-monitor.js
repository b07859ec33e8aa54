// Runs in a game's page before the game's own code and reports to the portal with `{ type: 'fxid-page', state, … }`.
// First `watching`. Then problems: `missing` (a file was not found), `refused` (blocked by a policy), `error` (an
// exception), `vendor` (as `refused`, of the vendor whose SDK the portal replaces), `console` (console errors; lab only). And the start: `shown` (something is visible and the game runs),
// `blank` (nothing visible), `broken` (the game threw and stopped rendering), `overlay` (its engine shows an error).
// `shown` may follow any of the last three. It does not change the game's behaviour.
(() => {
  const { portal, console: isConsoleTold, missing, vendors = '' } = document.currentScript.dataset;
  const above = location.ancestorOrigins?.[0] ?? originOf(document.referrer);
  // Nested frames inside the game are not monitored.
  if (window.parent === window || above !== portal) return;

  const drawn = new Set(['canvas', 'img', 'svg', 'video', 'iframe', 'object', 'embed', 'input', 'button']);
  const maxTold = 100;
  const longest = 500;
  const firstLookMs = 800;
  const troubledMs = 3000;
  const patienceMs = 20_000;
  const lookMs = 500;
  const lookedAtMs = 60_000;
  /** This many consecutive frames show that the game survived an exception. */
  const minFrames = 10;
  const told = new Set();
  let lost;
  let thrown;
  let framesSinceThrown = 0;
  let conclusion;

  const send = (news) => window.parent.postMessage({ type: 'fxid-page', ...news }, portal);
  const tell = (news) => {
    const key = JSON.stringify(news);
    if (told.size >= maxTold || told.has(key)) return;
    told.add(key);
    send(news);
  };
  const conclude = (news) => {
    if (conclusion === news.state) return;
    conclusion = news.state;
    send(news);
  };
  send({ state: 'watching' });
  const stopCounting = countFrames();
  const tellMissing = (file, text) => {
    lost ??= shorten(file);
    tell({ state: 'missing', file: shorten(file), ...(text !== undefined && { text }) });
  };

  addEventListener(
    'error',
    (event) => {
      const { target } = event;
      if (target instanceof Element) {
        const file = target.currentSrc || target.src || target.href;
        if (typeof file === 'string' && file !== '') tellMissing(file);
      } else {
        const text = shorten(event.message);
        tell({ state: 'error', text, file: shorten(`${event.filename}:${event.lineno}`) });
        // Third-party scripts and the browser's ResizeObserver notice do not stop a game.
        if (isOwn(event.filename) && !text.startsWith('ResizeObserver loop')) noteThrown(text);
      }
    },
    true,
  );
  addEventListener('unhandledrejection', ({ reason }) => {
    tell({ state: 'error', text: `Unhandled: ${textOf(reason)}` });
    // Browsers reject sound, full screen and the like before the first click.
    if (!(reason instanceof DOMException)) noteThrown(textOf(reason));
  });
  document.addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective, disposition }) => {
    if (disposition === 'enforce')
      tell({
        state: isVendor(blockedURI) ? 'vendor' : 'refused',
        file: shorten(blockedURI),
        text: shorten(effectiveDirective),
      });
  });
  if (globalThis.PerformanceObserver?.supportedEntryTypes?.includes('resource'))
    new PerformanceObserver((list) => {
      for (const { name, responseStatus } of list.getEntries())
        if (responseStatus >= 400) tellMissing(name, `HTTP ${responseStatus}`);
    }).observe({ type: 'resource', buffered: true });
  if (isConsoleTold !== undefined) {
    const { error } = console;
    // oxlint-disable-next-line no-console -- what the game writes there is told besides, and written as before
    console.error = (...words) => {
      error.apply(console, words);
      tell({ state: 'console', text: shorten(words.map(textOf).join(' ')) });
    };
  }

  if (missing !== undefined) {
    tellMissing(new URL(missing, location.href).href, 'HTTP 404');
    conclude({ state: 'blank', file: lost });
    return;
  }
  addEventListener('load', () => {
    const since = performance.now();
    setTimeout(function look() {
      const waitedMs = performance.now() - since;
      judge(waitedMs);
      if (waitedMs > lookedAtMs || (conclusion === 'shown' && waitedMs > patienceMs)) stopCounting();
      else setTimeout(look, lookMs);
    }, firstLookMs);
  });

  function judge(waitedMs) {
    const isFailing = told.size > 0;
    const overlay = findOverlay();
    if (overlay !== undefined) conclude({ state: 'overlay', text: overlay });
    else if (conclusion === 'shown' || isEngineLoading()) return;
    else if (isNothingSeen()) {
      // A page without its own scripts will not change.
      const mayDraw = !isFailing && document.scripts.length > 1;
      if (waitedMs > (mayDraw ? patienceMs : troubledMs))
        conclude({ state: 'blank', ...(lost !== undefined && { file: lost }), ...(thrown && { text: thrown }) });
    } else if (thrown === undefined || framesSinceThrown >= minFrames) conclude({ state: 'shown' });
    else if (waitedMs > troubledMs) conclude({ state: 'broken', text: thrown });
  }

  function noteThrown(text) {
    thrown = text;
    framesSinceThrown = 0;
  }

  /** Counts frames that the game renders without throwing. The returned function stops counting. */
  function countFrames() {
    const request = window.requestAnimationFrame;
    const counted = (callback) =>
      request.call(window, (time) => {
        callback(time);
        framesSinceThrown += 1;
      });
    window.requestAnimationFrame = counted;
    return () => {
      if (window.requestAnimationFrame === counted) window.requestAnimationFrame = request;
    };
  }

  /** Error overlays of engines: Unity's banner, Godot's notice, Construct's page. */
  function findOverlay() {
    const banners = [...document.querySelectorAll('#unity-warning > div')].filter(
      ({ style }) => style.backgroundColor === 'red',
    );
    const places = [...banners, ...document.querySelectorAll('#status-notice, #notSupportedWrap')];
    const seen = places.find((each) => each.getClientRects().length > 0 && each.innerText.trim() !== '');
    return seen && shorten(seen.innerText.trim());
  }

  /** The loading bars of Unity's and Godot's default pages, above a canvas that exists from the start. */
  function isEngineLoading() {
    const bars = document.querySelectorAll('#unity-loading-bar, #status-progress, #status-splash');
    return [...bars].some((each) => each.getClientRects().length > 0);
  }

  function isOwn(address) {
    return originOf(address) === location.origin || /^(blob|data):/.test(address);
  }

  function isNothingSeen() {
    const { body } = document;
    if (!body) return true;
    if (body.innerText.trim() !== '' || getComputedStyle(body).backgroundImage !== 'none') return false;
    return ![...body.querySelectorAll('*')].some(
      (each) =>
        (drawn.has(each.localName) || getComputedStyle(each).backgroundImage !== 'none') &&
        each.getClientRects().length > 0,
    );
  }

  function textOf(value) {
    if (value instanceof Error) return shorten(`${value.name}: ${value.message}`);
    try {
      return shorten(typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value)));
    } catch {
      return 'something that cannot be written down';
    }
  }

  function isVendor(address) {
    const host = URL.canParse?.(address) ? new URL(address).hostname : '';
    return vendors.split(' ').some((vendor) => vendor !== '' && `.${host}`.endsWith(`.${vendor}`));
  }

  function originOf(address) {
    return URL.canParse?.(address) ? new URL(address).origin : undefined;
  }

  function shorten(value) {
    return String(value).slice(0, longest);
  }
})();
