// Runs in the page of a game before anything of its own and tells the portal above what goes wrong in it, by
// `{ type: 'fxid-page', state, … }`: `missing` a file that did not come, `refused` what a policy forbids, `error` what a program
// threw, `console` what it wrote as an error (on a laptop alone), `blank` when there is nothing to be seen, and `shown` when there
// is after all. It changes nothing that the game does.
(() => {
  const { portal, console: isConsoleTold, missing } = document.currentScript.dataset;
  const above = location.ancestorOrigins?.[0] ?? originOf(document.referrer);
  // A page within the game's own page is the game's affair.
  if (window.parent === window || above !== portal) return;

  const drawn = new Set(['canvas', 'img', 'svg', 'video', 'iframe', 'object', 'embed', 'input', 'button']);
  const mostTold = 100;
  const longest = 500;
  const troubledMs = 3000;
  const patienceMs = 20_000;
  const lookMs = 1000;
  const lookedAtMs = 60_000;
  const told = new Set();
  let lost;
  let isBlank = false;

  const tell = (news) => {
    const key = JSON.stringify(news);
    if (told.size >= mostTold || (told.has(key) && news.state !== 'blank' && news.state !== 'shown')) return;
    told.add(key);
    window.parent.postMessage({ type: 'fxid-page', ...news }, portal);
  };
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
      } else tell({ state: 'error', text: shorten(event.message), file: shorten(`${event.filename}:${event.lineno}`) });
    },
    true,
  );
  addEventListener('unhandledrejection', ({ reason }) =>
    tell({ state: 'error', text: `Unhandled: ${textOf(reason)}` }),
  );
  document.addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective, disposition }) => {
    if (disposition === 'enforce')
      tell({ state: 'refused', file: shorten(blockedURI), text: shorten(effectiveDirective) });
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
    tell({ state: 'blank', file: lost });
    return;
  }
  addEventListener('load', () => {
    const since = performance.now();
    const looking = setInterval(() => {
      const waitedMs = performance.now() - since;
      const isEmpty = isNothingSeen();
      if (isBlank && !isEmpty) tell({ state: 'shown' });
      if (!isBlank && isEmpty && waitedMs > (told.size > 0 ? troubledMs : patienceMs))
        tell({ state: 'blank', ...(lost !== undefined && { file: lost }) });
      isBlank = isEmpty && (isBlank || waitedMs > (told.size > 0 ? troubledMs : patienceMs));
      if (waitedMs > lookedAtMs || (!isEmpty && waitedMs > patienceMs)) clearInterval(looking);
    }, lookMs);
  });

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

  function originOf(address) {
    return URL.canParse?.(address) ? new URL(address).origin : undefined;
  }

  function shorten(value) {
    return String(value).slice(0, longest);
  }
})();
