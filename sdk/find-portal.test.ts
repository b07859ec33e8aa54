import { expect, it, vi } from 'vitest';
import { findPortal, type Portal, type SdkHostEnvironment } from './find-portal.ts';
import { createSaves } from './saves.ts';

const portal: Portal = { call: async () => 'answered', on: () => undefined };
const invented: Portal = { call: async () => 'invented', on: () => undefined };

function around(over: Partial<SdkHostEnvironment> = {}): SdkHostEnvironment {
  return {
    isFramed: true,
    isDevelopment: false,
    connect: async () => portal,
    loadLocalPortal: async () => () => invented,
    loadSaves: async () => createSaves,
    ...over,
  };
}

it('finds the portal around the game, which reports the environment itself', async () => {
  const connect = vi.fn(async () => portal);
  const found = await findPortal(around({ connect }), { portalOrigins: ['https://portal.example'] });
  expect(found).toEqual({ portal });
  expect(connect).toHaveBeenCalledWith({ timeoutMs: 5000, portalOrigins: ['https://portal.example'] });
});

it.each<[string, Partial<SdkHostEnvironment>, 'local' | 'disabled' | undefined, string]>([
  ['a game outside a frame', { isFramed: false }, undefined, 'local'],
  [
    "a frame without a reply on a developer's machine",
    { isDevelopment: true, connect: async () => undefined },
    undefined,
    'local',
  ],
  ['a frame without a reply on a public address', { connect: async () => undefined }, undefined, 'disabled'],
  ['a game that requests a simulated portal', {}, 'local', 'local'],
  ['a game that requests no portal', { isFramed: false, isDevelopment: true }, 'disabled', 'disabled'],
])('%s', async (_, over, wanted, environment) => {
  const found = await findPortal(around(over), wanted ? { environment: wanted } : {});
  expect(found.environment).toBe(environment);
  if (environment === 'local') expect(found.portal).toBe(invented);
  else await expect(found.portal.call('GetInfo', {})).rejects.toMatchObject({ code: 'NotSupported' });
});

it.each<[string, Partial<SdkHostEnvironment>]>([
  ['uses another version', { connect: () => Promise.reject(new Error('version 9')) }],
  ['is simulated and fails to load', { isFramed: false, loadLocalPortal: () => Promise.reject(new Error('404')) }],
  ['is simulated and does not load in time', { isFramed: false, loadLocalPortal: () => new Promise(() => {}) }],
])('a portal that %s is replaced by one that rejects every call', async (_, over) => {
  const found = await findPortal(around(over), { timeoutMs: 1 });
  expect(found.environment).toBe('disabled');
  await expect(found.portal.call('GetInfo', {})).rejects.toMatchObject({
    code: 'NotSupported',
    message: expect.stringContaining('starting failed') as string,
  });
});
