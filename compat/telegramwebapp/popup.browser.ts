// The vendor's dialogs. Browsers refuse `alert` in a frame of another site.
import { readList, readOptions } from '../kit/read-options.browser.ts';
import { callGame } from '../kit/settle.browser.ts';
import type { WebAppEvents } from './events.browser.ts';
import type { PopupButton, PopupParams } from './vendor-types.ts';

type Choose = ((id: string) => unknown) | undefined;

export function createPopups({ emit }: WebAppEvents) {
  let isOpen = false;
  const show = (given: PopupParams, choose: Choose): void => {
    if (isOpen) throw new Error('WebAppPopupOpened');
    const { title, message, buttons } = readOptions(given);
    const rows = readList(buttons);
    if (typeof message !== 'string' || message.trim() === '' || message.length > 256 || rows.length > 3)
      throw new Error('WebAppPopupParamInvalid');
    isOpen = true;
    openDialog(typeof title === 'string' ? title : '', message, rows.length > 0 ? rows : [{ type: 'close' }], (id) => {
      isOpen = false;
      callGame(choose, id);
      emit('popupClosed', { button_id: id === '' ? null : id });
    });
  };
  return {
    showPopup: (params: PopupParams, callback?: Choose) => show(params, callback),
    showAlert: (message: string, callback?: () => unknown) => show({ message }, () => callGame(callback)),
    showConfirm: (message: string, callback?: (isConfirmed: boolean) => unknown) =>
      show({ message, buttons: [{ type: 'ok', id: 'ok' }, { type: 'cancel' }] }, (id) =>
        callGame(callback, id === 'ok'),
      ),
  };
}

const names: Readonly<Record<string, string>> = { ok: 'OK', close: 'Close', cancel: 'Cancel' };

function openDialog(
  title: string,
  message: string,
  buttons: readonly Partial<PopupButton>[],
  close: (id: string) => void,
): void {
  const shade = create('div', '', {
    position: 'fixed',
    inset: '0',
    zIndex: '2147483647',
    display: 'flex',
    background: '#0008',
    font: '16px sans-serif',
  });
  const box = create('div', '', {
    margin: 'auto',
    padding: '20px',
    maxWidth: '320px',
    borderRadius: '12px',
    background: '#fff',
    color: '#000',
    overflowWrap: 'anywhere',
  });
  shade.setAttribute('role', 'alertdialog');
  shade.setAttribute('aria-modal', 'true');
  shade.setAttribute('aria-label', title || message);
  const end = (id: string): void => {
    shade.remove();
    close(id);
  };
  shade.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') end('');
  });
  if (title !== '') box.append(create('strong', title.slice(0, 64), { display: 'block', marginBottom: '8px' }));
  box.append(create('div', message, { whiteSpace: 'pre-wrap' }));
  for (const { id, type = 'default', text } of buttons) {
    const button = create('button', text ?? names[type] ?? '', { margin: '16px 8px 0 0', padding: '8px 12px' });
    button.addEventListener('click', () => end(typeof id === 'string' ? id : ''));
    box.append(button);
  }
  shade.append(box);
  (document.body ?? document.documentElement).append(shade);
  box.querySelector('button')?.focus();
}

function create(tag: string, text: string, style: Partial<CSSStyleDeclaration>): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  Object.assign(element.style, style);
  return element;
}
