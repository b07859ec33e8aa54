// The page of a simulated platform in jsdom: its dialogs, its log, and which messages it accepts.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { HostPageData } from '#lab/model/host-page-data.ts';
import type { LogLine } from '#lab/model/log-line.ts';
import { defaultScenario } from '#platforms/scenario.ts';
import { createDialogOpener } from './dialogs.browser.ts';
import { createSimulatorPageContext } from './simulator-page-context.browser.ts';
import { createLogPanel } from './log-panel.browser.ts';
import { createHtmlElement, requireElement } from './page-parts.browser.ts';

const button = (id: string) => Object.assign(createHtmlElement('button', ''), { id });

beforeEach(() => {
  const kinds = ['bridge', 'vendor', 'server', 'hook'].map((value) =>
    Object.assign(createHtmlElement('input', ''), { type: 'checkbox', name: 'kind', value, checked: true }),
  );
  const screen = createHtmlElement('div', 'screen', createHtmlElement('iframe', ''));
  document.body.replaceChildren(
    Object.assign(createHtmlElement('ol', ''), { id: 'lines' }),
    Object.assign(createHtmlElement('input', ''), { id: 'filter' }),
    Object.assign(createHtmlElement('p', ''), { id: 'counts' }),
    ...['pause', 'clear', 'copy'].map(button),
    ...kinds,
    screen,
    createHtmlElement('div', 'notices'),
  );
});

const rows = () => [...document.querySelectorAll<HTMLLIElement>('#lines > li')];
const shown = () => rows().filter(({ hidden }) => !hidden);
const line = (more: Partial<LogLine>): LogLine => ({
  at: 1000,
  kind: 'server',
  direction: 'event',
  name: 'a',
  ...more,
});

describe('the log', () => {
  it('shows a reply in the row of its call, of the same type', () => {
    const panel = createLogPanel();
    panel.add(line({ direction: 'call', id: '1', name: 'GetInfo', kind: 'bridge' }));
    panel.add(line({ direction: 'answer', id: '1', kind: 'server' }));
    expect(rows()).toHaveLength(2);
    expect(requireElement('.state').textContent).toBe('waits');
    panel.add(line({ direction: 'answer', id: '1', kind: 'bridge', at: 1250, state: 'failed' }));
    expect(rows()).toHaveLength(2);
    expect(requireElement('.state').textContent).toBe('failed, 250 ms');
    expect(rows()[0]?.className).toBe('failed');
  });

  it('marks a call without a reply for five seconds', () => {
    vi.useFakeTimers();
    let now = 1000;
    const panel = createLogPanel(() => now);
    panel.add(line({ direction: 'call', id: '1' }));
    now = 5900;
    vi.advanceTimersByTime(1000);
    expect(rows()[0]?.classList).not.toContain('late');
    now = 6100;
    vi.advanceTimersByTime(1000);
    expect(rows()[0]?.classList).toContain('late');
    panel.add(line({ direction: 'answer', id: '1', at: 6200 }));
    expect(rows()[0]?.classList).not.toContain('late');
    vi.useRealTimers();
  });

  it('does not mark long-lived calls, and shows that a caller left', () => {
    vi.useFakeTimers();
    let now = 1000;
    const panel = createLogPanel(() => now);
    panel.add(line({ direction: 'call', id: '1', isLongLived: true }));
    now = 60_000;
    vi.advanceTimersByTime(1000);
    expect(rows()[0]?.classList).not.toContain('late');
    expect(requireElement('.state').textContent).toBe('open');
    panel.add(line({ direction: 'answer', id: '1', at: 61_000, state: 'left' }));
    expect(rows()[0]?.className).toBe('');
    expect(requireElement('.state').textContent).toBe('caller left, 60000 ms');
    vi.useRealTimers();
  });

  it('filters by text and type, can be paused, and can be cleared', () => {
    const panel = createLogPanel();
    panel.add(line({ name: 'store/create_payment', detail: { Sku: 'gems-100' } }));
    panel.add(line({ name: 'telegram', kind: 'hook' }));
    const filter = requireElement<HTMLInputElement>('#filter');
    filter.value = 'GEMS';
    filter.dispatchEvent(new Event('input'));
    expect(shown()).toHaveLength(1);
    filter.value = '';
    const box = requireElement<HTMLInputElement>('input[value=server]');
    box.checked = false;
    box.dispatchEvent(new Event('change'));
    expect(shown().map((row) => requireElement('.name', row).textContent)).toEqual(['telegram']);
    requireElement('#pause').click();
    panel.add(line({ kind: 'hook', name: 'later' }));
    expect(rows()).toHaveLength(2);
    expect(requireElement('#counts').textContent).toContain('1 paused');
    requireElement('#pause').click();
    expect(rows()).toHaveLength(3);
    requireElement('#clear').click();
    expect(rows()).toHaveLength(0);
  });

  it('links a purchase to the history of its order, once', () => {
    const panel = createLogPanel();
    const id = '0b0e0a0c-0000-4000-8000-000000000001';
    panel.add(line({ direction: 'call', id: '1' }));
    panel.add(line({ direction: 'answer', id: '1', detail: { answered: { TransactionId: id } } }));
    expect([...document.querySelectorAll('a')].map(({ pathname }) => pathname)).toEqual([`/lab/orders/${id}`]);
  });

  it('drops the oldest rows', () => {
    const panel = createLogPanel();
    for (let at = 0; at < 510; at += 1) panel.add(line({ name: String(at) }));
    expect(rows()).toHaveLength(500);
    expect(requireElement('.name').textContent).toBe('10');
  });
});

describe('a dialog', () => {
  // jsdom has the element, but not its behaviour.
  beforeEach(() => {
    HTMLDialogElement.prototype.show = function show(this: HTMLDialogElement) {
      this.open = true;
    };
  });
  const question = {
    title: 'Pay?',
    text: 'Gems',
    answers: [
      { name: 'pay', title: 'Pay' },
      { name: 'cancelled', title: 'No' },
    ],
  };

  it('returns the chosen answer, and makes the game inert until then', async () => {
    const frame = requireElement<HTMLIFrameElement>('iframe');
    const answer = createDialogOpener(requireElement('.screen'), frame)(question);
    await vi.waitFor(() => requireElement('dialog'));
    expect(frame.inert).toBe(true);
    expect(document.activeElement?.textContent).toBe('Pay');
    requireElement('[data-answer=pay]').click();
    expect(await answer).toBe('pay');
    expect([frame.inert, document.querySelector('dialog')]).toEqual([false, null]);
  });

  it('counts closing as its last answer; dialogs open one after the other', async () => {
    const ask = createDialogOpener(requireElement('.screen'), requireElement<HTMLIFrameElement>('iframe'));
    const answers = [ask(question), ask({ ...question, title: 'Again?' })];
    await vi.waitFor(() => requireElement('dialog'));
    expect(document.querySelectorAll('dialog')).toHaveLength(1);
    requireElement('.cross').click();
    await vi.waitFor(() => expect(requireElement('dialog h2').textContent).toBe('Again?'));
    requireElement('dialog').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    expect(await Promise.all(answers)).toEqual(['cancelled', 'cancelled']);
  });
});

describe('the simulator’s page context', () => {
  const start = (frameOrigin = 'http://localhost:8080') => {
    const frame = requireElement<HTMLIFrameElement>('iframe');
    const data = {
      frameOrigin,
      portalOrigin: 'http://localhost:8080',
      scenario: defaultScenario,
      vendorPath: '/lab/vendors/played',
      device: { insets: { top: 47, right: 0, bottom: 0, left: 0 } },
    } as unknown as HostPageData;
    const device = { frame, screen: requireElement('.screen'), dress: () => undefined, banner: () => 0 };
    const logged: LogLine[] = [];
    const stage = createSimulatorPageContext(data, device, { add: (each) => logged.push(each) });
    const say = (
      message: unknown,
      { source = frame.contentWindow, origin = frameOrigin }: { source?: Window | null; origin?: string } = {},
    ) => window.dispatchEvent(new MessageEvent('message', { data: message, source, origin }));
    return { stage, say, logged };
  };

  it('receives messages only from the player, until it stops listening', () => {
    const { stage, say } = start();
    const heard: unknown[] = [];
    const stop = stage.listen((message) => heard.push(message));
    say('one');
    say('two', { origin: 'http://evil.example' });
    say('three', { source: window });
    stop();
    say('four');
    expect(heard).toEqual(['one']);
  });

  it('listens to a bundle in its frame, and shows the log of the player in the bundle', () => {
    const bundle = 'http://lab-played.localhost:8080';
    const { stage, say, logged } = start(bundle);
    const heard: unknown[] = [];
    stage.listen((message) => heard.push(message));
    say('one');
    say('two', { origin: 'http://localhost:8080' });
    const inner = document.createElement('iframe');
    requireElement<HTMLIFrameElement>('iframe').contentDocument?.body.append(inner);
    const logLine = { type: 'fxid-lab', line: line({ kind: 'bridge', name: 'GetInfo' }) };
    say(logLine, { source: inner.contentWindow, origin: 'http://localhost:8080' });
    say(logLine, { source: inner.contentWindow, origin: 'http://evil.example' });
    expect(heard).toEqual(['one']);
    expect(logged.map(({ name }) => name)).toEqual(['GetInfo']);
  });

  it('shows log lines, and does not pass them to the platform', () => {
    const { stage, say, logged } = start();
    const heard: unknown[] = [];
    stage.listen((message) => heard.push(message));
    say({ type: 'fxid-lab', line: line({ kind: 'bridge', name: 'GetInfo' }) });
    stage.log({ direction: 'call', name: 'ready' });
    expect(heard).toEqual([]);
    expect(logged.map(({ kind, name }) => [kind, name])).toEqual([
      ['bridge', 'GetInfo'],
      ['vendor', 'ready'],
    ]);
  });

  it('calls the simulated server and rejects with its error', async () => {
    const { stage } = start();
    const asked: unknown[] = [];
    vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit) => {
      asked.push([path, method, body]);
      return path.endsWith('/bad') ? new Response('no such invoice', { status: 404 }) : Response.json({ fine: true });
    });
    expect(await stage.fetch('/good', { a: 1 })).toEqual({ fine: true });
    await expect(stage.fetch('/bad')).rejects.toThrow('replied 404 to /lab/vendors/played/bad: no such invoice');
    expect(asked[0]).toEqual(['/lab/vendors/played/good', 'POST', '{"a":1}']);
    vi.unstubAllGlobals();
  });

  it('sends the chosen event', () => {
    const { stage } = start();
    const form = createHtmlElement('form', '', createHtmlElement('select', ''));
    Object.assign(form, { id: 'events', hidden: true });
    document.body.append(form);
    const sent: string[] = [];
    const event = (title: string) => ({ title, send: () => void sent.push(title) });
    stage.offerEvents([event('Mute'), event('Join')]);
    expect(form.hidden).toBe(false);
    requireElement<HTMLSelectElement>('select', form).selectedIndex = 1;
    form.requestSubmit();
    expect(sent).toEqual(['Join']);
  });

  it('shows notices briefly', () => {
    vi.useFakeTimers();
    start().stage.notify('Posted');
    expect(requireElement('.notices').textContent).toBe('Posted');
    vi.advanceTimersByTime(7000);
    expect(requireElement('.notices').textContent).toBe('');
    vi.useRealTimers();
  });
});
