import { expect, test } from 'vitest';
import { renderInPortal } from '#portal/testing/render.tsx';
import { ServerPicker } from './ServerPicker.tsx';

const now = new Date('2026-11-18T12:00:00Z');
const server = (Id: string, en: string) => ({ Id, Name: { en }, Url: `wss://${Id}.game.example` });

test('offers the servers of a game, except those under maintenance', async () => {
  const chosen: string[] = [];
  const servers = [
    server('eu', 'Europe'),
    {
      ...server('us', 'America'),
      Maintenance: { From: '2026-11-18T11:00:00Z', To: '2026-11-18T14:00:00Z', Message: { en: 'New disks.' } },
    },
    { ...server('asia', 'Asia'), Maintenance: { From: '2026-11-18T11:00:00Z' } },
    { ...server('later', 'Oceania'), Maintenance: { From: '2026-11-19T11:00:00Z' } },
    server('odd', '<img src=x onerror="alert(1)">'),
  ];
  const { container, text, button, press } = await renderInPortal(
    <ServerPicker title="Miner" choose={(id) => void chosen.push(id)} {...{ servers, now }} />,
  );
  expect(text()).toMatch(/Choose a server for .*Miner/);
  expect(text()).toMatch(/New disks\..* It should be back by/);
  expect(container.querySelector('img')).toBeNull();
  expect(text()).toContain('<img src=x');
  expect(button('America').disabled).toBe(true);
  expect(button('Asia').disabled).toBe(true);
  expect(text()).toContain('Under maintenance');
  await press('Europe');
  await press('Oceania');
  expect(chosen).toEqual(['eu', 'later']);
});
