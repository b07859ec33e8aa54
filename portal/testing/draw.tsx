// Draws a part of the portal in a page, as the portal's own program does, and finds in it what a person finds: by what is
// written on it. For tests.
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { onTestFinished } from 'vitest';
import { createQueries } from '#portal/queries/create-queries.ts';
import { ModalProvider } from '#portal/modals/modal-stack.tsx';

export interface Drawn {
  readonly page: HTMLElement;
  readonly queries: QueryClient;
  /** What it says, without its markup. */
  readonly text: () => string;
  readonly button: (name: string | RegExp) => HTMLButtonElement;
  readonly field: (label: string | RegExp) => HTMLInputElement;
  readonly press: (name: string | RegExp) => Promise<void>;
  readonly type: (label: string | RegExp, text: string) => Promise<void>;
  readonly redraw: (element: ReactNode) => Promise<void>;
  /** The frame of others says something to the page. */
  readonly sayFromFrame: (data: object) => Promise<void>;
}

/** @param place the page's address, and what the history keeps with it */
export async function draw(element: ReactNode, place: { path?: string; state?: unknown } = {}): Promise<Drawn> {
  const { path = '/', state = null } = place;
  window.history.replaceState(state, '', path);
  const page = document.createElement('div');
  document.body.append(page);
  const root = createRoot(page);
  const queries = createQueries(false);
  const redraw = (drawn: ReactNode) =>
    settle(() =>
      root.render(
        <QueryClientProvider client={queries}>
          <BrowserRouter>
            <ModalProvider>{drawn}</ModalProvider>
          </BrowserRouter>
        </QueryClientProvider>,
      ),
    );
  onTestFinished(async () => {
    await settle(() => root.unmount());
    queries.clear();
    page.remove();
  });
  await redraw(element);
  const button = (name: string | RegExp) => find<HTMLButtonElement>(page, 'button, a', nameOf, name);
  const field = (label: string | RegExp) => find<HTMLInputElement>(page, 'input, textarea', labelOf, label);
  return {
    page,
    queries,
    text: () => page.textContent,
    button,
    field,
    press: (name) => settle(() => button(name).click()),
    type: (label, text) => settle(() => typeInto(field(label), text)),
    redraw,
    sayFromFrame: (data) =>
      settle(() => {
        const frame = page.querySelector('iframe');
        if (!frame) throw new Error('There is no frame.');
        const { origin } = new URL(frame.src);
        window.dispatchEvent(Object.assign(new Event('message'), { source: frame.contentWindow, origin, data }));
      }),
  };
}

/** Does it, and has React draw what comes of it at once. */
export async function settle(doIt: () => void = () => undefined): Promise<void> {
  await act(async () => {
    doIt();
    await pause(0);
  });
}

/** Waits until the check passes. */
export async function until(check: () => void): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      return check();
    } catch (error) {
      if (tries === maxTries) throw error;
    }
    await act(() => pause(pauseMs));
  }
}

const pauseMs = 5;
/** A minute: a part that is loaded when it is needed takes a busy machine long. */
const maxTries = 12_000;
// The browser's own, also where a test has the clock stand still.
const { setTimeout: setRealTimeout } = globalThis;
const pause = (ms: number): Promise<void> => new Promise((resolve) => void setRealTimeout(resolve, ms));

const nameOf = (element: Element): string => (element.getAttribute('aria-label') ?? element.textContent).trim();

const labelOf = (element: Element): string =>
  element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.textContent ?? '';

function find<E extends Element>(
  page: Element,
  selector: string,
  read: (element: Element) => string,
  wanted: string | RegExp,
): E {
  const all = [...page.querySelectorAll<E>(selector)];
  const found = all.filter((element) => {
    const name = read(element);
    return typeof wanted === 'string' ? name === wanted : wanted.test(name);
  });
  const [first] = found;
  if (!first || found.length > 1)
    throw new Error(`${found.length} of ${all.map(read).join(' | ')} is ${String(wanted)}; one was expected.`);
  return first;
}

/** As a person does: React hears of a value only that was set past its own setter. */
function typeInto(input: HTMLInputElement, text: string): void {
  const prototype = Object.getPrototypeOf(input) as HTMLInputElement;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
