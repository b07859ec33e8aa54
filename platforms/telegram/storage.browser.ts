// Telegram's cloud storage: up to 1,024 short values for each player and bot.
import { PlatformError, type BrowserHost, type PlatformStorage } from '../port.browser.ts';
import { readUntrustedFields } from '../kit/fields.browser.ts';
import { createStorage, splitIntoValues, storageKey } from '../storage.browser.ts';
import type { TelegramClient } from './client.browser.ts';

export function openStorage(
  host: Pick<BrowserHost, 'game' | 'withPlatformTimeout'>,
  client: TelegramClient,
): PlatformStorage {
  const invoke = async (method: string, params: object): Promise<unknown> => {
    const id = crypto.randomUUID();
    const { error, result } = await client.wait(
      `Telegram (${method})`,
      replyTimeoutMs,
      { custom_method_invoked: (reply) => (reply['req_id'] === id ? reply : undefined) },
      () => client.post('web_app_invoke_custom_method', { req_id: id, method, params }),
    );
    if (typeof error === 'string') throw new PlatformError('Unknown', error.slice(0, 200));
    return result;
  };
  return createStorage(host, {
    title: 'Telegram',
    maxBytes: 200_000,
    minWritePauseMs: 5000,
    ...splitIntoValues(
      {
        // Telegram counts characters, of which there are never more than bytes.
        maxValueBytes: 4096,
        get: async (keys) => readUntrustedFields(await invoke('getStorageValues', { keys })),
        set: (key, value) => invoke('saveStorageValue', { key, value }),
        remove: (keys) => invoke('deleteStorageValues', { keys }),
      },
      storageKey(host),
    ),
  });
}

const replyTimeoutMs = 10_000;
