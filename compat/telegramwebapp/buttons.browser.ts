// The vendor's buttons lie around the page there. Here they are elements over the game.
import { readOptions } from '../kit/read-options.browser.ts';
import type { WebAppEvents } from './events.browser.ts';
import type { BackButton, BottomButton, BottomButtonParams, SettingsButton } from './vendor-types.ts';

type ButtonPlace = 'main' | 'secondary' | 'back' | 'settings';

const styles: Readonly<Record<ButtonPlace, Partial<CSSStyleDeclaration>>> = {
  main: { bottom: '0', left: '0', right: '0', height: '48px' },
  secondary: { bottom: '48px', left: '0', right: '0', height: '48px' },
  back: { top: '8px', left: '8px', width: '40px', height: '40px', borderRadius: '20px' },
  settings: { top: '8px', left: '56px', width: '40px', height: '40px', borderRadius: '20px' },
};

/** An element that is in the page only while it is visible. */
function createView(place: ButtonPlace, onClick: () => void) {
  let element: HTMLButtonElement | undefined;
  const create = (): HTMLButtonElement => {
    const made = document.createElement('button');
    made.type = 'button';
    made.dataset['telegram'] = place;
    Object.assign(made.style, { position: 'fixed', zIndex: '2147483646', border: '0', font: '500 16px sans-serif' });
    Object.assign(made.style, styles[place]);
    made.addEventListener('click', onClick);
    return made;
  };
  return (isVisible: boolean, text: string, color: string, textColor: string, isActive = true): void => {
    if (!isVisible) return element?.remove();
    element ??= create();
    element.textContent = text;
    element.disabled = !isActive;
    Object.assign(element.style, { background: color, color: textColor, opacity: isActive ? '1' : '0.6' });
    if (!element.isConnected) (document.body ?? document.documentElement).append(element);
  };
}

export function createBottomButton(
  place: 'main' | 'secondary',
  { on, off, emit }: WebAppEvents,
  colors: readonly [color: string, textColor: string],
): BottomButton {
  const event = place === 'main' ? 'mainButtonClicked' : 'secondaryButtonClicked';
  const render = createView(place, () => emit(event));
  const update = (): BottomButton => {
    const text = button.isProgressVisible ? `${button.text} …` : button.text;
    render(button.isVisible && button.text !== '', text, button.color, button.textColor, button.isActive);
    return button;
  };
  const button: BottomButton = {
    iconCustomEmojiId: '',
    text: place === 'main' ? 'Continue' : 'Cancel',
    color: colors[0],
    textColor: colors[1],
    isVisible: false,
    isActive: true,
    hasShineEffect: false,
    isProgressVisible: false,
    ...(place === 'secondary' && { position: 'left' }),
    setText: (text) => button.setParams({ text }),
    onClick: (callback) => {
      on(event as 'mainButtonClicked', callback);
      return button;
    },
    offClick: (callback) => {
      off(event as 'mainButtonClicked', callback);
      return button;
    },
    show: () => button.setParams({ is_visible: true }),
    hide: () => button.setParams({ is_visible: false }),
    enable: () => button.setParams({ is_active: true }),
    disable: () => button.setParams({ is_active: false }),
    showProgress: (leaveActive) => {
      Object.assign(button, { isProgressVisible: true, isActive: leaveActive === true });
      return update();
    },
    hideProgress: () => {
      Object.assign(button, { isProgressVisible: false, isActive: true });
      return update();
    },
    setParams: (given) => {
      const { text, color, text_color, is_active, is_visible, has_shine_effect } =
        readOptions<Partial<Record<keyof BottomButtonParams, unknown>>>(given);
      if (text !== undefined && (typeof text !== 'string' || text.trim() === '' || text.length > 64))
        throw new Error('WebAppBottomButtonParamInvalid');
      if (text !== undefined) button.text = text.trim();
      if (isColor(color)) button.color = color;
      if (isColor(text_color)) button.textColor = text_color;
      if (is_active !== undefined) button.isActive = Boolean(is_active);
      if (is_visible !== undefined) button.isVisible = Boolean(is_visible);
      if (has_shine_effect !== undefined) button.hasShineEffect = Boolean(has_shine_effect);
      return update();
    },
  };
  return button;
}

const isColor = (given: unknown): given is string => typeof given === 'string' && /^#[\da-f]{3,8}$/i.test(given);

export function createCornerButton(
  place: 'back' | 'settings',
  { on, off, emit }: WebAppEvents,
): BackButton & SettingsButton {
  const event = place === 'back' ? 'backButtonClicked' : 'settingsButtonClicked';
  const render = createView(place, () => emit(event));
  const setVisible = (isVisible: boolean) => {
    button.isVisible = isVisible;
    render(isVisible, place === 'back' ? '←' : '⚙', '#0008', '#fff');
    return button;
  };
  const button: BackButton & SettingsButton = {
    isVisible: false,
    onClick: (callback) => {
      on(event as 'backButtonClicked', callback);
      return button;
    },
    offClick: (callback) => {
      off(event as 'backButtonClicked', callback);
      return button;
    },
    show: () => setVisible(true),
    hide: () => setVisible(false),
  };
  return button;
}
