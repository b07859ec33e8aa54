// The live log, newest last. A reply appears in the row of its call; a call without a reply turns red after five
// seconds, unless it is long-lived.
import { isLogLine, findOrderId, type LogLine } from '#lab/model/log-line.ts';
import { createHtmlElement, requireElement } from './page-parts.browser.ts';

const maxRows = 500;
const lateMs = 5000;

export interface LogPanel {
  add(line: LogLine): void;
}

interface Row {
  readonly lines: LogLine[];
  readonly item: HTMLLIElement;
  isWaiting: boolean;
}

export function createLogPanel(now: () => number = Date.now): LogPanel {
  const list = requireElement<HTMLOListElement>('#lines');
  const filter = requireElement<HTMLInputElement>('#filter');
  const pause = requireElement<HTMLButtonElement>('#pause');
  const copy = requireElement<HTMLButtonElement>('#copy');
  const kinds = [...document.querySelectorAll<HTMLInputElement>('input[name=kind]')];
  let rows: Row[] = [];
  let unseen: LogLine[] = [];

  const isWanted = ({ lines }: Row): boolean => {
    const words = lines.map(({ name, detail }) => `${name} ${JSON.stringify(detail) ?? ''}`).join(' ');
    return (
      kinds.some((box) => box.checked && box.value === lines[0]?.kind) &&
      words.toLowerCase().includes(filter.value.trim().toLowerCase())
    );
  };
  const count = (): void => {
    const waiting = rows.filter(({ isWaiting, lines: [call] }) => isWaiting && !call?.isLongLived).length;
    const held = unseen.length > 0 ? `, ${unseen.length} paused` : '';
    requireElement('#counts').textContent = `${rows.length} rows, ${waiting} waiting for a reply${held}`;
  };
  const show = (line: LogLine): void => {
    const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    const call = line.direction === 'answer' ? callOf(rows, line) : undefined;
    const row = call ?? addRow(list, line);
    if (call) settle(call, line);
    else rows.push(row);
    row.item.hidden = !isWanted(row);
    for (const old of rows.splice(0, Math.max(0, rows.length - maxRows))) old.item.remove();
    if (isAtEnd) list.scrollTop = list.scrollHeight;
    count();
  };
  const filterAgain = (): void => {
    for (const row of rows) row.item.hidden = !isWanted(row);
  };

  filter.addEventListener('input', filterAgain);
  for (const box of kinds) box.addEventListener('change', filterAgain);
  pause.addEventListener('click', () => {
    const isPaused = pause.getAttribute('aria-pressed') !== 'true';
    pause.setAttribute('aria-pressed', String(isPaused));
    if (isPaused) return;
    for (const line of unseen.splice(0)) show(line);
  });
  requireElement('#clear').addEventListener('click', () => {
    rows = [];
    unseen = [];
    list.replaceChildren();
    count();
  });
  copy.addEventListener('click', () => {
    const text = JSON.stringify(
      rows.filter(isWanted).flatMap(({ lines }) => lines),
      undefined,
      2,
    );
    navigator.clipboard.writeText(text).then(
      () => say(copy, 'Copied'),
      () => say(copy, 'Copying is blocked'),
    );
  });
  setInterval(() => {
    for (const { lines, item, isWaiting } of rows)
      if (isWaiting && !lines[0]?.isLongLived && now() - (lines[0]?.at ?? 0) > lateMs) item.classList.add('late');
  }, 500);
  count();
  return {
    add: (line) => {
      if (pause.getAttribute('aria-pressed') === 'true') {
        unseen = [...unseen, line].slice(-maxRows);
        count();
      } else show(line);
    },
  };
}

export function showServerLogInPanel(panel: LogPanel): void {
  const events = new EventSource('/lab/log');
  events.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const line: unknown = JSON.parse(data);
    if (isLogLine(line)) panel.add(line);
  });
}

const callOf = (rows: readonly Row[], { kind, id }: LogLine): Row | undefined =>
  id === undefined
    ? undefined
    : rows.findLast(({ lines: [call], isWaiting }) => isWaiting && call?.kind === kind && call.id === id);

const arrows = { call: '→', answer: '←', event: '•' } as const;

function addRow(list: HTMLOListElement, line: LogLine): Row {
  const { at, kind, direction, name, id, state, isLongLived } = line;
  const row: Row = {
    lines: [line],
    item: createHtmlElement('li', ''),
    isWaiting: direction === 'call' && id !== undefined,
  };
  const arrow = createHtmlElement('span', 'arrow', arrows[direction]);
  arrow.title = direction;
  const told = row.isWaiting ? (isLongLived ? 'open' : 'waits') : state === 'failed' ? 'failed' : '';
  const time = createHtmlElement('time', '', new Date(at).toISOString().slice(14, 23));
  const head = [time, createHtmlElement('span', `kind ${kind}`, kind), arrow, createHtmlElement('span', 'name', name)];
  const details = createHtmlElement(
    'details',
    '',
    createHtmlElement('summary', 'line', ...head, createHtmlElement('span', 'state', told)),
  );
  // Rendered when opened, because most rows never are.
  details.addEventListener('toggle', () => writeDetail(row, details));
  row.item.classList.toggle('failed', state === 'failed');
  row.item.append(details);
  linkOrder(row, line);
  list.append(row.item);
  return row;
}

function settle(row: Row, answer: LogLine): void {
  const [call] = row.lines;
  row.lines.push(answer);
  row.isWaiting = false;
  row.item.classList.remove('late');
  row.item.classList.toggle('failed', answer.state === 'failed');
  const took = `${Math.max(0, answer.at - (call?.at ?? answer.at))} ms`;
  const words = { failed: `failed, ${took}`, left: `caller left, ${took}`, done: took };
  requireElement('.state', row.item).textContent = words[answer.state ?? 'done'];
  writeDetail(row, requireElement<HTMLDetailsElement>('details', row.item));
  linkOrder(row, answer);
}

function writeDetail({ lines }: Row, details: HTMLDetailsElement): void {
  details.querySelector('pre')?.remove();
  if (!details.open) return;
  const [first, answer] = lines.map(({ detail }) => JSON.stringify(detail, undefined, 2) ?? 'nothing more');
  details.append(createHtmlElement('pre', '', answer === undefined ? (first ?? '') : `${first}\n← ${answer}`));
}

function linkOrder({ item }: Row, { detail }: LogLine): void {
  const order = findOrderId(detail);
  if (order === undefined || item.querySelector('.order')) return;
  const link = createHtmlElement('a', 'order', `History of order ${order.slice(0, 8)}`);
  link.href = `/lab/orders/${order}`;
  link.target = '_blank';
  item.append(link);
}

function say(button: HTMLButtonElement, text: string): void {
  const before = button.textContent;
  button.textContent = text;
  setTimeout(() => (button.textContent = before), 1500);
}
