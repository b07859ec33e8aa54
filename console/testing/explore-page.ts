// Presses every control of a rendered page, also those of the dialogs and menus that open, and lets a test look at each
// state. A control is recognised by its dialog and its label, so rows that look the same count as one.
import { notifications } from '@mantine/notifications';
import { act, fireEvent } from '@testing-library/react';
import english from '#console/i18n/en.json';

interface Exploration {
  /** Called for each state. */
  readonly look: () => void;
  /** Whether the page is still the one to explore; a pressed control may lead to another page. */
  readonly isHere: () => boolean;
  /** Renders the page again. */
  readonly reopen: () => Promise<void>;
}

const maxPresses = 150;

export async function explorePage({ look, isHere, reopen }: Exploration): Promise<void> {
  const pressed = new Set<string>();
  // A menu closes after each choice, so it is opened once for each of its items.
  const unopened = new Map<string, number>();
  await waitUntilIdle();
  look();
  for (let presses = 0; presses < maxPresses; presses += 1) {
    const layer = findTopLayer();
    const control = listControls(layer).find((each) => {
      const key = describe(layer, each);
      return !pressed.has(key) || (unopened.get(key) ?? 0) > 0;
    });
    if (control === undefined && !isOverPage(layer)) return;
    if (control === undefined) {
      await closeLayer(layer);
      continue;
    }
    const key = describe(layer, control);
    const isFirst = !pressed.has(key);
    pressed.add(key);
    await act(async () => {
      // Only a few toasts are shown at a time.
      notifications.clean();
      fillEmptyFields(layer);
    });
    await act(async () => void fireEvent.click(control));
    await waitUntilIdle();
    look();
    if (control.getAttribute('aria-haspopup') === 'menu') {
      const items = isFirst ? listControls(findTopLayer()).length : (unopened.get(key) ?? 1);
      unopened.set(key, items - 1);
    }
    if (!isHere()) await reopen();
  }
  throw new Error(`${maxPresses} presses did not reach every control. Pressed: ${[...pressed].join(', ')}`);
}

/** Waits until nothing changes: replies have come, lazy parts are loaded, effects have run. */
export async function waitUntilIdle(): Promise<void> {
  let changes = 1;
  const observer = new MutationObserver((records) => void (changes += records.length));
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  for (let quiet = 0; quiet < 3 || isLoading(); quiet = changes > 0 ? 0 : quiet + 1) {
    changes = 0;
    await act(() => new Promise((resolve) => void setTimeout(resolve, 0)));
  }
  observer.disconnect();
}

const isLoading = (): boolean =>
  document.querySelector(
    `[aria-busy="true"], [data-loading="true"], [role="status"][aria-label="${english.common.loading}"]`,
  ) !== null;

const isOverPage = (layer: HTMLElement): boolean => layer.matches(layerSelector);

const layerSelector = '[role="dialog"], [role="menu"]';

/** The dialog or menu that was opened last, otherwise the page. */
function findTopLayer(): HTMLElement {
  const layers = [...document.querySelectorAll<HTMLElement>(layerSelector)];
  const top = layers.findLast((each) => each.style.display !== 'none');
  return top ?? document.querySelector('main') ?? document.body;
}

const selector =
  'button, [role="menuitem"], [role="tab"], [role="switch"], [type="checkbox"], [type="radio"], tr[data-opens]';

/** They close their dialog. */
const avoided = new Set([english.common.close, english.common.cancel]);

/** What a tab shows is explored before the next tab is. */
const listControls = (layer: HTMLElement): HTMLElement[] =>
  [...layer.querySelectorAll<HTMLElement>(selector)]
    .filter((each) => !each.matches(':disabled, [data-disabled], [data-dates-input]') && !avoided.has(labelOf(each)))
    .toSorted((one, other) => Number(one.role === 'tab') - Number(other.role === 'tab'));

const labelOf = (element: Element): string =>
  (element.getAttribute('aria-label') ?? (findLabel(element) ?? element).textContent).trim().slice(0, 60);

const findLabel = (element: Element): Element | undefined =>
  element instanceof HTMLInputElement ? element.labels?.[0] : undefined;

function describe(layer: HTMLElement, control: HTMLElement): string {
  const title = !isOverPage(layer) ? '' : `${labelOf(layer.querySelector('h2') ?? layer)} › `;
  return `${title}${control.tagName.toLowerCase()} ${labelOf(control)}`;
}

/** Buttons of forms work only once required fields are filled. Short fields of a page are its filters. */
function fillEmptyFields(layer: HTMLElement): void {
  const short = 'input:is(:not([type]), [type="text"], [type="email"])';
  const fields = layer.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    `:is(textarea${isOverPage(layer) ? `, ${short}` : ''}):not(:disabled, [readonly])`,
  );
  for (const field of fields)
    if (field.value === '')
      fireEvent.change(field, { target: { value: field.type === 'email' ? 'ann@staff.example' : 'x' } });
  for (const field of layer.querySelectorAll<HTMLInputElement>('input[type="file"][accept*="csv"]'))
    fireEvent.change(field, { target: { files: [new File(['Sku'], 'products.csv')] } });
}

async function closeLayer(layer: HTMLElement): Promise<void> {
  const close = [...layer.querySelectorAll('button')].find((each) => labelOf(each) === english.common.close);
  await act(
    async () => void (close ? fireEvent.click(close) : fireEvent.keyDown(layer, { key: 'Escape', code: 'Escape' })),
  );
  await waitUntilIdle();
  if (findTopLayer() === layer) throw new Error(`A dialog does not close: ${labelOf(layer)}`);
}
