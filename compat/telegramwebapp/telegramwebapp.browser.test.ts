import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestLink } from '../testing/create-test-link.ts';
import { testMembers } from '../testing/test-members.ts';
import { manifest } from './compat.ts';
import { createWebApp } from './core.browser.ts';
import { createGameProxy } from './game-proxy.browser.ts';
import type { PageMemory } from './launch.browser.ts';
import type { WebApp } from './vendor-types.ts';

beforeEach(() => {
  localStorage.clear();
  document.body.replaceChildren();
  vi.stubGlobal('confirm', () => true);
  vi.stubGlobal('open', vi.fn());
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
});

/** Calls with a callback of the form `(error, result)`. */
const ask = <T>(call: (callback: (error: string | null, result: T) => void) => unknown): Promise<unknown> =>
  new Promise((resolve) => {
    call((error, result) => resolve(error ?? result));
  });

const isConnected = (app: WebApp): Promise<unknown> => ask((callback) => app.CloudStorage.getKeys(callback));

const open = (memory?: PageMemory, ...given: Parameters<typeof createTestLink>) => {
  const testing = createTestLink(...given);
  return { ...testing, app: createWebApp(testing.link, memory) };
};

const click = (name: string): void => {
  const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  if (!found) throw new Error(`No button ${name}`);
  found.click();
};

/** A tab: each new page of it finds what the one before remembered. */
function createTab() {
  const kept = new Map<string, string>();
  const reload = vi.fn();
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  return { memory: { store, reload }, reload, kept };
}

describe('members', () => {
  const values =
    /^(?:MainButton|SecondaryButton|BackButton|SettingsButton|BiometricManager|LocationManager|Accelerometer|Gyroscope|DeviceOrientation)\.(?:is\w+|text|color|textColor|iconCustomEmojiId|hasShineEffect|position|biometricType|deviceId|[xyz]|absolute|alpha|beta|gamma)$/;
  testMembers({
    create: (link) => {
      const app = createWebApp(link);
      // The getters stay: each page reads them again.
      return Object.defineProperties(
        { TelegramGameProxy: createGameProxy(link) },
        Object.getOwnPropertyDescriptors(app),
      ) as unknown as WebApp & object;
    },
    connect: isConnected,
    described: manifest.calls.map(({ call }) => call),
    codes: [/^fault: Error: WebApp\w+$/],
    args: [
      ['key', 'value', () => undefined],
      ['light', () => undefined],
    ],
    except: (path) => values.test(path),
  });
});

describe('the player', () => {
  it('is there from the start once the page has loaded a second time', async () => {
    const { memory, reload } = createTab();
    const first = open(memory);
    expect([first.app.initData, first.app.initDataUnsafe]).toEqual(['', {}]);
    await isConnected(first.app);
    expect(reload).toHaveBeenCalledOnce();

    const second = open(memory);
    const { user, hash } = second.app.initDataUnsafe;
    expect(user).toMatchObject({ id: expect.any(Number), first_name: expect.stringMatching(/./) });
    expect(hash).toBe('');
    await isConnected(second.app);
    expect(reload).toHaveBeenCalledOnce();
    expect(second.app.initDataUnsafe.user).toEqual(user);
  });

  it('needs no second load if the game reads it later, or if the browser keeps nothing', async () => {
    const { memory, reload } = createTab();
    const { app } = open(memory);
    await isConnected(app);
    expect(app.initDataUnsafe.user?.id).toEqual(expect.any(Number));
    const full = {
      getItem: () => null,
      setItem: () => {
        throw new Error('full');
      },
    };
    const early = open({ store: full, reload }).app;
    expect(early.initData).toBe('');
    await isConnected(early);
    expect(reload).not.toHaveBeenCalled();
  });

  it('who has changed since is loaded again', async () => {
    const { memory, reload, kept } = createTab();
    kept.set('fxid.telegram', JSON.stringify({ user: { id: 7, first_name: 'Other' }, auth_date: 1 }));
    const { app } = open(memory);
    expect(app.initDataUnsafe.user?.id).toBe(7);
    await isConnected(app);
    expect(reload).toHaveBeenCalledOnce();
  });

  it('has data without a hash, and the parameter of an invitation link', async () => {
    const { app, sdk } = open();
    await sdk.init();
    await sdk.platform.setUrlHash('#startapp=room7');
    const again = createWebApp({ page: createTestLink().link.page, openSdk: async () => sdk });
    await isConnected(again);
    const data = new URLSearchParams(again.initData);
    expect([...data.keys()]).toEqual(['user', 'auth_date', 'start_param']);
    expect(data.get('start_param')).toBe('room7');
    expect(app.isVersionAtLeast('6.9') && !app.isVersionAtLeast('10')).toBe(true);
  });

  it('has no user without a portal', async () => {
    const { app } = open(undefined, {}, true);
    await isConnected(app);
    expect(app.initDataUnsafe).toEqual({});
  });
});

it('stores values in the cloud, and rejects invalid ones as Telegram does', async () => {
  const { app } = open();
  const { CloudStorage: cloud } = app;
  expect(await ask((callback) => cloud.setItem('level', '3', callback))).toBe(true);
  expect(await ask((callback) => cloud.getItem('level', callback))).toBe('3');
  expect(await ask((callback) => cloud.getItems(['level', 'none'], callback))).toEqual({ level: '3', none: '' });
  expect(await ask((callback) => open().app.CloudStorage.getKeys(callback))).toEqual(['level']);
  expect(await ask((callback) => cloud.setItem('a b', '1', callback))).toBe('KEY_INVALID');
  expect(await ask((callback) => cloud.setItem('a', 'x'.repeat(4097), callback))).toBe('VALUE_INVALID');
  expect(await ask((callback) => cloud.removeItem('level', callback))).toBe(true);
  expect(await ask((callback) => cloud.getKeys(callback))).toEqual([]);
});

describe('buttons', () => {
  it('are in the page while they are shown, and tell of clicks', () => {
    const { app } = open();
    const [clicked, heard] = [vi.fn(), vi.fn()];
    app.MainButton.setText('Play').onClick(clicked).show();
    app.onEvent('mainButtonClicked', heard);
    click('Play');
    app.MainButton.offClick(clicked).showProgress();
    expect(document.querySelector('button')).toMatchObject({ textContent: 'Play …', disabled: true });
    app.MainButton.hide();
    expect(document.querySelector('button')).toBeNull();
    app.BackButton.onClick(clicked).show();
    click('←');
    expect([clicked.mock.calls.length, heard.mock.calls.length]).toEqual([2, 1]);
    expect(() => app.MainButton.setText('')).toThrow('WebAppBottomButtonParamInvalid');
  });

  it('of dialogs answer once', () => {
    const { app } = open();
    const answers: unknown[] = [];
    app.onEvent('popupClosed', ({ button_id }) => answers.push(button_id));
    app.showConfirm('Leave?', (isConfirmed) => answers.push(isConfirmed));
    expect(() => app.showAlert('Second')).toThrow('WebAppPopupOpened');
    click('OK');
    app.showPopup({ title: 'Choose', message: 'One', buttons: [{ id: 'a', type: 'default', text: 'Sword' }] }, (id) =>
      answers.push(id),
    );
    click('Sword');
    app.showAlert('Done', () => answers.push('closed'));
    document.querySelector('[role=alertdialog]')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    expect(answers).toEqual([true, 'ok', 'a', 'a', 'closed', null]);
    expect(document.querySelector('[role=alertdialog]')).toBeNull();
  });
});

it('never sells: an invoice fails, once', () => {
  const { app, calls } = open();
  const heard: unknown[] = [];
  app.onEvent('invoiceClosed', (data) => heard.push(data));
  app.openInvoice('https://t.me/$abc', (status) => heard.push(status));
  expect(heard).toEqual(['failed', { url: 'https://t.me/$abc', status: 'failed' }]);
  expect(calls).not.toContain('BuyProduct');
});

it('shares what a link of Telegram shares, and opens web pages only', async () => {
  const { app, sdk } = open();
  const shareLink = vi.spyOn(sdk.ui, 'shareLink');
  app.openTelegramLink('https://t.me/share/url?url=https%3A%2F%2Ft.me%2Fbot%3Fstart%3D1&text=Join');
  app.openTelegramLink('https://t.me/durov');
  await vi.waitFor(() =>
    expect(window.open).toHaveBeenCalledWith('https://t.me/durov', '_blank', 'noopener,noreferrer'),
  );
  expect(shareLink.mock.calls[0]).toEqual(['https://t.me/bot?start=1', { title: 'Join' }]);
  for (const url of ['javascript:alert(1)', 'https://evil.example/t.me/x'])
    expect(() => app.openTelegramLink(url)).toThrow('WebAppTgUrlInvalid');
  expect(() => app.openLink('data:text/html,x')).toThrow('WebAppTgUrlInvalid');
});

it('tells the game of pauses', async () => {
  const { app, emit } = open();
  await isConnected(app);
  const heard: string[] = [];
  app.onEvent('activated', () => heard.push(`activated ${app.isActive}`));
  app.onEvent('deactivated', () => heard.push(`deactivated ${app.isActive}`));
  emit('FocusChanged', { focused: false, reason: 'other' });
  emit('FocusChanged', { focused: true });
  expect(heard).toEqual(['deactivated false', 'activated true']);
});
