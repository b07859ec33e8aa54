// The library for servers of Telegram Mini Apps against our simulator and our verification.
import { isValid, sign, validate } from '@telegram-apps/init-data-node';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { samplePlayer } from '../platforms/kit/testing/people.ts';
import { runSimulator, type RunningSimulator } from '../platforms/kit/testing/run-simulator.server.ts';
import { defaultScenario } from '../platforms/scenario.ts';
import { adapter } from '../platforms/telegram/adapter.server.ts';
import { telegram } from '../platforms/telegram/platform.ts';
import { simulator } from '../platforms/telegram/simulator.server.ts';
import { verify } from '../platforms/telegram/verify.server.ts';

let tried: RunningSimulator;
beforeEach(async () => void (tried = await runSimulator(simulator, telegram, adapter)));
afterEach(() => tried[Symbol.asyncDispose]());
const botToken = (): string => (tried.host.settings as { BotToken: string }).BotToken;

describe('launch data, checked with a library for Mini App servers', () => {
  it("of the simulator passes the library's check, for this bot only", async () => {
    const { fragment = '' } = await simulator.launch(samplePlayer, defaultScenario, tried.place);
    const initData = new URLSearchParams(fragment).get('tgWebAppData') ?? '';
    expect(() => validate(initData, botToken())).not.toThrow();
    expect(isValid(initData, '7000000002:AAanother-token-00000000000000001')).toBe(false);
    expect(isValid(initData.replace('chat_type=p', 'chat_type=q'), botToken())).toBe(false);
  });

  it("that the library signed passes the adapter's check", async () => {
    const user = { id: 279_058_397, first_name: 'Аня + /', last_name: 'Test', language_code: 'ru', is_premium: true };
    const data = { user, chat_instance: '-1234567890123456789', chat_type: 'private' as const, start_param: 'a_1' };
    const signed = (token: string) => verify({ InitData: sign(data, token, tried.place.now()) }, tried.host);
    expect(await signed(botToken())).toMatchObject({
      outcome: 'proved',
      proof: { identity: { type: 'Telegram', externalId: '279058397' }, name: 'Аня + / Test' },
    });
    expect(await signed('7000000002:AAanother-token-00000000000000001')).toMatchObject({ outcome: 'refused' });
  });
});
