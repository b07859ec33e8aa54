
export function createMethodCard(method, errors, page) {
  const element = document.getElementById('method').content.cloneNode(true).firstElementChild;
  const part = (selector) => element.querySelector(selector);
  const editor = part('textarea');
  const sample = JSON.stringify(method.sample, undefined, 2);
  let calls = 0;

  part('.title').textContent = method.name;
  part('.takes').textContent = method.params;
  part('.gives').textContent = method.result;
  for (const mark of marksOf(method)) part('.marks').append(mark);
  const write = () => {
    editor.value = sample;
    editor.rows = sample.split('\n').length;
  };
  write();
  part('.reset').addEventListener('click', write);
  editor.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) part('form').requestSubmit();
  });
  part('form').addEventListener('submit', (event) => {
    event.preventDefault();
    const { params, reason } = read(editor.value);
    part('.trouble').hidden = reason === undefined;
    part('.trouble code').textContent = reason ?? '';
    editor.toggleAttribute('aria-invalid', reason !== undefined);
    if (reason === undefined) void call(params);
  });

  async function call(params) {
    calls += 1;
    const number = calls;
    const startMs = performance.now();
    element.dataset.state = 'waiting';
    show('waiting', page.words.waiting);
    const answer = await ask(page.sdk, method.name, params);
    // A call that waits for the player can be repeated before it ends; only the newest is shown.
    if (number !== calls) return;
    const tookMs = Math.max(1, Math.round(performance.now() - startMs));
    element.dataset.state = answer.error ? 'error' : 'done';
    if (answer.error) show(`${answer.error.code} · ${tookMs} ms`, describeError(answer.error));
    else show(`${tookMs} ms`, JSON.stringify(answer.result, undefined, 2));
  }

  function describeError({ code, message }) {
    const meaning = errors[code];
    return meaning && !message.includes(meaning) ? `${code}: ${message}\n${meaning}` : `${code}: ${message}`;
  }

  function show(state, text) {
    part('.state').textContent = state === 'waiting' ? '…' : state;
    const line = document.createElement('pre');
    line.dir = 'auto';
    line.tabIndex = 0;
    line.textContent = text;
    part('.answer').replaceChildren(line);
  }

  return {
    element,
    name: method.name,
    noun: method.noun,
    showCapability() {
      if (method.needs) part('.needs').classList.toggle('missing', !page.capabilities().includes(method.needs));
    },
  };
}

async function ask(sdk, name, params) {
  if (!sdk) return { error: { code: 'NotInitialized', message: 'There is no SDK, or it is still connecting.' } };
  try {
    return { result: await sdk.call(name, params) };
  } catch (error) {
    return { error: { code: error.code ?? error.name, message: error.message } };
  }
}

function read(text) {
  try {
    return { params: JSON.parse(text.trim() || '{}') };
  } catch (error) {
    return { reason: error.message };
  }
}

function marksOf({ timeoutMs, gesture, needs, reaches }) {
  const marks = [];
  if (timeoutMs === undefined) marks.push(createMark('person'));
  if (gesture) marks.push(createMark('gesture'));
  if (reaches === 'server') marks.push(createMark('server'));
  if (needs) marks.push(createMark('capability', needs));
  return marks;
}

function createMark(text, name) {
  const mark = document.createElement('span');
  const label = document.createElement('span');
  label.dataset.text = text;
  mark.append(label);
  if (name) {
    const code = document.createElement('code');
    code.textContent = name;
    mark.append(' ', code);
    mark.className = 'needs';
  }
  return mark;
}
