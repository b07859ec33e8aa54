// The script of the simulated captcha, with the functions and callbacks of the real one. The site key decides its
// behaviour, as with Turnstile's test keys.
/* oxlint-disable eslint/no-restricted-globals, eslint/no-console -- a vendor's script has no client and no log of ours */
(() => {
  const behaviours = {
    '1x00000000000000000000AA': { outcome: 'pass', isVisible: true },
    '2x00000000000000000000AB': { outcome: 'block', isVisible: true },
    '1x00000000000000000000BB': { outcome: 'pass', isVisible: false },
    '2x00000000000000000000BB': { outcome: 'block', isVisible: false },
    '3x00000000000000000000FF': { outcome: 'ask', isVisible: true },
  };
  // Any other site key: the secret decides which customer it belongs to.
  const behaviourOf = (siteKey) => behaviours[siteKey] ?? (siteKey.startsWith('0x4') ? customers : undefined);
  const customers = { outcome: 'pass', isVisible: true };
  const tokenUrl = new URL('token', document.currentScript.src);
  const delayMs = 400;
  const validMs = 300_000;
  const widgets = new Map();
  let count = 0;

  window.turnstile = {
    render(container, options) {
      const element = typeof container === 'string' ? document.querySelector(container) : container;
      const id = `lab-widget-${(count += 1)}`;
      const widget = {
        options,
        element,
        drawn: draw(element, options),
        timers: [],
        token: undefined,
        isExpired: false,
      };
      widgets.set(id, widget);
      if (options.execution !== 'execute') start(widget);
      return id;
    },
    reset(id) {
      const widget = find(id);
      if (!widget) return;
      stop(widget);
      start(widget);
    },
    remove(id) {
      const widget = find(id);
      if (!widget) return;
      stop(widget);
      widget.drawn.box.remove();
      for (const [key, value] of widgets) if (value === widget) widgets.delete(key);
    },
    getResponse: (id) => find(id)?.token,
    isExpired: (id) => find(id)?.isExpired ?? false,
    execute(container) {
      const widget = find(container);
      if (widget) start(widget);
    },
    ready: (callback) => callback(),
  };

  function find(key) {
    if (key === undefined) return [...widgets.values()].at(0);
    return widgets.get(key) ?? [...widgets.values()].find(({ element }) => element === key);
  }

  function stop(widget) {
    for (const timer of widget.timers) clearTimeout(timer);
    Object.assign(widget, { timers: [], token: undefined, isExpired: false });
  }

  function start(widget) {
    const behaviour = behaviourOf(widget.options.sitekey);
    say(widget, 'Checking…');
    later(widget, delayMs, () => {
      if (!behaviour) return fail(widget, '400020', 'Unknown site key');
      if (behaviour.outcome === 'block') return fail(widget, '300030', 'Blocked by this test site key');
      if (behaviour.outcome === 'pass') return void pass(widget);
      widget.options['before-interactive-callback']?.();
      askPerson(widget);
    });
  }

  function later(widget, ms, act) {
    widget.timers.push(setTimeout(() => act(), ms));
  }

  async function pass(widget) {
    const { options } = widget;
    let token;
    try {
      const response = await fetch(tokenUrl, {
        method: 'POST',
        body: new URLSearchParams({ action: options.action ?? '' }),
        signal: AbortSignal.timeout(5000),
      });
      if (!response.ok) throw new Error(`The simulator replied ${response.status}.`);
      ({ token } = await response.json());
    } catch (error) {
      console.error('The simulated captcha got no token.', error);
      return fail(widget, '600010', 'No token');
    }
    widget.token = token;
    say(widget, 'Passed ✓');
    later(widget, validMs, () => {
      Object.assign(widget, { token: undefined, isExpired: true });
      say(widget, 'Expired');
      options['expired-callback']?.();
    });
    options.callback?.(token);
  }

  function fail(widget, code, text) {
    say(widget, text);
    if (widget.options['error-callback']?.(code) !== true) throw new Error(`Turnstile error ${code}`);
  }

  function askPerson(widget) {
    const label = document.createElement('label');
    const tick = document.createElement('input');
    tick.type = 'checkbox';
    tick.addEventListener('change', () => {
      tick.disabled = true;
      widget.options['after-interactive-callback']?.();
      void pass(widget);
    });
    label.append(tick, ' I am no robot');
    widget.drawn.state.replaceChildren(label);
  }

  function say(widget, text) {
    widget.drawn.state.textContent = text;
  }

  // Set one by one, because the content security policy forbids style attributes.
  function draw(element, { theme, size, sitekey }) {
    const box = document.createElement('div');
    const title = document.createElement('strong');
    const state = document.createElement('span');
    const isDark = theme !== 'light';
    Object.assign(box.style, {
      boxSizing: 'border-box',
      display: behaviourOf(sitekey)?.isVisible === false ? 'none' : 'grid',
      alignContent: 'center',
      gap: '2px',
      padding: '8px 14px',
      width: size === 'flexible' ? '100%' : size === 'compact' ? '150px' : '300px',
      height: size === 'compact' ? '140px' : '65px',
      border: `1px dashed ${isDark ? '#828ba6' : '#626a82'}`,
      borderRadius: '10px',
      background: isDark ? '#171a23' : '#ffffff',
      color: isDark ? '#f2f4fa' : '#14161f',
      font: '15px/1.4 system-ui, sans-serif',
    });
    title.textContent = 'Simulated captcha';
    state.setAttribute('role', 'status');
    box.append(title, state);
    element.append(box);
    return { box, state };
  }
})();
