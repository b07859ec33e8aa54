import { encodeQR } from 'qr';
import { waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { renderInPortal } from '#portal/testing/render.tsx';
import { ShareModal } from './ShareModal.tsx';

const link = 'https://play.example/Games/miner';

/** @param permission undefined: the browser does not know it */
function setUpClipboard(permission: PermissionState | undefined): string[] {
  const copied: string[] = [];
  const fakes = {
    clipboard: { writeText: async (text: string) => void copied.push(text) },
    permissions: {
      query: async () => {
        if (permission === undefined) throw new TypeError('clipboard-write');
        return { state: permission };
      },
    },
  };
  for (const [name, value] of Object.entries(fakes)) {
    const before = Object.getOwnPropertyDescriptor(navigator, name);
    Object.defineProperty(navigator, name, { configurable: true, value });
    onTestFinished(() => {
      if (before) Object.defineProperty(navigator, name, before);
      else Reflect.deleteProperty(navigator, name);
    });
  }
  return copied;
}

const open = () => renderInPortal(<ShareModal link={link} close={() => undefined} />);

test('the link is shown as a QR code and as text', async () => {
  setUpClipboard('granted');
  const { container, text } = await open();
  expect(text()).toContain(link);
  const code = container.querySelector('svg[role="img"]');
  expect(code?.getAttribute('aria-label')).toBe('QR code for this link');
  const darkCells = encodeQR(link, 'raw', { ecc: 'medium' }).flat().filter(Boolean);
  expect(code?.lastElementChild?.getAttribute('d')?.match(/M/g)).toHaveLength(darkCells.length);
});

test.each(['granted', 'prompt', undefined] as const)(
  'the link can be copied if the permission is %s',
  async (state) => {
    const copied = setUpClipboard(state);
    const { button, press } = await open();
    await waitFor(() => expect(button('Copy link').disabled).toBe(false));
    await press('Copy link');
    await waitFor(() => expect(button('Copied').disabled).toBe(false));
    expect(copied).toEqual([link]);
  },
);

test('the link can’t be copied if the permission is denied', async () => {
  const copied = setUpClipboard('denied');
  const { button, press } = await open();
  await press('Copy link');
  expect(button('Copy link').disabled).toBe(true);
  expect(copied).toEqual([]);
});
