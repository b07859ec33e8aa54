// A visitor in a browser: finds elements by their visible text and uses real mouse and key events. Every wait has a
// timeout, and its error describes what the page showed instead.
import type { Driver, FrameLocation, Point } from './driver.ts';

export interface Visitor {
  /**
   * The same visitor in another window, or in a frame of this page. Frame selectors go from the outermost to the
   * innermost.
   */
  readonly inWindow: (window: string) => Visitor;
  readonly inFrame: (...frames: readonly string[]) => Visitor;
  readonly goTo: (address: string) => Promise<void>;
  readonly sees: (selector: string, words?: string | RegExp) => Promise<void>;
  readonly seesNo: (selector: string) => Promise<void>;
  /** Clicks an enabled element once it has stopped moving; clicks again if the click missed. */
  readonly presses: (selector: string, words?: string | RegExp) => Promise<void>;
  readonly types: (selector: string, text: string) => Promise<void>;
  readonly pressesKeys: (...keys: readonly string[]) => Promise<void>;
  /** Runs a function in the page; the function cannot use anything from this file. */
  readonly asks: <Args extends readonly unknown[], T>(question: (...args: Args) => T, ...args: Args) => Promise<T>;
  readonly newWindow: () => Promise<Visitor>;
  readonly hasOneWindow: () => Promise<void>;
}

const timeoutMs = 60_000;
const pauseMs = 100;
const arrivalMs = 10_000;

export function createVisitor(driver: Driver, place: FrameLocation): Visitor {
  const asks: Visitor['asks'] = async (question, ...args) =>
    (await driver.call(place, question.toString(), args)) as ReturnType<typeof question>;
  const finds = (selector: string, words: string | RegExp = ''): Promise<Point | string> =>
    asks(findPoint, selector, typeof words === 'string' ? RegExp.escape(words) : words.source);

  return {
    inWindow: (window) => createVisitor(driver, { window, frames: [] }),
    inFrame: (...frames) => createVisitor(driver, { ...place, frames: [...place.frames, ...frames] }),
    goTo: (address) => driver.goTo(place.window, address),
    asks,
    sees: (selector, words) =>
      until(`to see ${selector} ${String(words ?? '')}`, async () => {
        const found = await finds(selector, words);
        return typeof found === 'string' && !found.startsWith('covered') ? found : undefined;
      }),
    seesNo: (selector) =>
      until(`not to see ${selector}`, async () =>
        (await finds(selector)) === 'nothing of that kind' ? undefined : 'it is still there',
      ),
    presses: async (selector, words) => {
      let last = '';
      await until(`to press ${selector} ${String(words ?? '')}`, async () => {
        const found = await finds(selector, words);
        if (typeof found === 'string') return found;
        const inPage = await pointInPage(driver, place, found);
        const isAtRest = last === `${inPage.x} ${inPage.y}`;
        last = `${inPage.x} ${inPage.y}`;
        if (!isAtRest) return 'it moves';
        await driver.clickAt(place, { inFrame: found, inPage });
        return (await hasArrived(asks)) ? undefined : 'it had moved away';
      });
    },
    async types(selector, text) {
      await this.presses(selector);
      await driver.pressKeys(place, text.split(''));
    },
    pressesKeys: (...keys) => driver.pressKeys(place, keys),
    newWindow: async () => {
      let opened = '';
      await until('a window to open', async () => {
        opened = (await driver.windows()).find((window) => window !== place.window) ?? '';
        return opened === '' ? 'there is none' : undefined;
      });
      return createVisitor(driver, { window: opened, frames: [] });
    },
    hasOneWindow: () =>
      until('the other window to close', async () => {
        const { length } = await driver.windows();
        return length === 1 ? undefined : `there are ${length}`;
      }),
  };
}

async function pointInPage(driver: Driver, { window, frames }: FrameLocation, point: Point): Promise<Point> {
  let { x, y } = point;
  for (let depth = frames.length; depth > 0; depth -= 1) {
    const around = { window, frames: frames.slice(0, depth - 1) };
    const frame = (await driver.call(around, placeOfFrame.toString(), [frames[depth - 1]])) as Point & {
      scale: number;
    };
    [x, y] = [frame.x + x * frame.scale, frame.y + y * frame.scale];
  }
  return { x, y };
}

/** Whether the click reached the element. A click that opened another page did. */
async function hasArrived(asks: Visitor['asks']): Promise<boolean> {
  for (const endMs = performance.now() + arrivalMs; performance.now() < endMs;) {
    const isMissing = await asks(() => (globalThis as Marked).fxidIsPressed === false).catch(() => false);
    if (!isMissing) return true;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return false;
}

interface Marked {
  fxidIsPressed?: boolean;
}

/** Retries until `attempt` returns no reason for failure. A page that is still loading cannot respond yet. */
async function until(what: string, attempt: () => Promise<string | undefined>): Promise<void> {
  for (const endMs = performance.now() + timeoutMs; ;) {
    const reason = await attempt().catch((error: unknown) => String(error));
    if (reason === undefined) return;
    if (performance.now() > endMs) throw new Error(`Waited ${timeoutMs / 1000} s ${what}: ${reason}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

// The functions below run in a page.

function findPoint(selector: string, words: string): Point | string {
  const labelOf = (element: Element): string => {
    const [label] = (element as HTMLInputElement).labels ?? [];
    return (element.getAttribute('aria-label') ?? label?.textContent ?? element.textContent).trim();
  };
  let reason = 'nothing of that kind';
  for (const element of document.querySelectorAll<HTMLElement>(selector)) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    if (!new RegExp(words).test(labelOf(element))) {
      reason = `other words: ${labelOf(element).slice(0, 200)}`;
      continue;
    }
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const hit = document.elementFromPoint(x, y);
    if (!hit || !element.contains(hit)) reason = `covered by ${hit?.tagName} ${hit?.className}`;
    else if (element.matches(':disabled, [aria-busy="true"]')) reason = 'covered: it cannot be pressed yet';
    else {
      (globalThis as Marked).fxidIsPressed = false;
      element.addEventListener('click', () => ((globalThis as Marked).fxidIsPressed = true), true);
      return { x, y };
    }
  }
  return reason;
}

function placeOfFrame(selector: string): Point & { scale: number } {
  const frame = document.querySelector<HTMLElement>(selector);
  if (!frame) throw new Error(`There is no frame ${selector}.`);
  const { left, top, width } = frame.getBoundingClientRect();
  const scale = width / frame.offsetWidth;
  return { x: left + frame.clientLeft * scale, y: top + frame.clientTop * scale, scale };
}
