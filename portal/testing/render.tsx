// Renders a component for tests with the needed providers: queries, router, modals.
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, fireEvent, render, within, type RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';
import { BrowserRouter } from 'react-router';
import { onTestFinished } from 'vitest';
import { ModalProvider } from '#portal/modals/modal-stack.tsx';
import { createQueryClient } from '#portal/queries/create-query-client.ts';

export interface RenderedComponent extends Pick<RenderResult, 'container'> {
  readonly queries: QueryClient;
  readonly text: () => string;
  readonly button: (name: string | RegExp) => HTMLButtonElement;
  readonly field: (label: string | RegExp) => HTMLInputElement;
  readonly press: (name: string | RegExp) => Promise<void>;
  readonly type: (label: string | RegExp, text: string) => Promise<void>;
  readonly rerender: (element: ReactNode) => Promise<void>;
  readonly postFromFrame: (data: object) => Promise<void>;
}

export async function renderInPortal(
  element: ReactNode,
  place: { path?: string; state?: unknown } = {},
): Promise<RenderedComponent> {
  const { path = '/', state = null } = place;
  window.history.replaceState(state, '', path);
  const queries = createQueryClient(false);
  const view = render(element, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={queries}>
        <BrowserRouter>
          <ModalProvider>{children}</ModalProvider>
        </BrowserRouter>
      </QueryClientProvider>
    ),
  });
  onTestFinished(async () => {
    await flushEffects(view.unmount);
    queries.clear();
    view.container.remove();
  });
  await flushEffects();
  const { container } = view;
  // Not the whole document, because a test may render twice.
  const inside = within(container);
  const button: RenderedComponent['button'] = (name) =>
    inside.getByText((_, found) => found !== null && matches(nameOf(found), name), {
      selector: 'button, a',
    }) as HTMLButtonElement;
  const field: RenderedComponent['field'] = (label) =>
    inside.getByLabelText(label, { selector: 'input, textarea' }) as HTMLInputElement;
  return {
    container,
    queries,
    text: () => container.textContent,
    button,
    field,
    press: (name) => flushEffects(() => fireEvent.click(button(name))),
    type: (label, text) => flushEffects(() => fireEvent.input(field(label), { target: { value: text } })),
    rerender: (next) => flushEffects(() => view.rerender(next)),
    postFromFrame: (data) =>
      flushEffects(() => {
        const frame = container.querySelector('iframe');
        if (!frame) throw new Error('There is no frame.');
        const { origin } = new URL(frame.src);
        fireEvent(window, Object.assign(new Event('message'), { source: frame.contentWindow, origin, data }));
      }),
  };
}

/** Runs the function and waits until React has rendered its immediate effects. */
export async function flushEffects(doIt: () => unknown = () => undefined): Promise<void> {
  await act(async () => {
    doIt();
    await new Promise((resolve) => void setRealTimeout(resolve, 0));
  });
}

// The real timer, even if a test uses fake timers.
const { setTimeout: setRealTimeout } = globalThis;

const nameOf = (element: Element): string => (element.getAttribute('aria-label') ?? element.textContent).trim();

const matches = (name: string, wanted: string | RegExp): boolean =>
  typeof wanted === 'string' ? name === wanted : wanted.test(name);
