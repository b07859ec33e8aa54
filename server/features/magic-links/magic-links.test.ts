// The links without their API calls: each is consumed once, also with concurrent calls.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MailLimits, MailRequester } from '#server/features/mail-rate-limits/mail-limits.ts';
import { createToken } from '#server/secrets/one-time-token.ts';
import { createSealer } from '#server/secrets/sealer.ts';
import { ageRows } from '#server/testing/age-rows.ts';
import { buildAccount } from '#server/testing/build-accounts.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/create-test-database.ts';
import type { MagicLinkRequest, MagicLinkMailData } from './add-link.ts';
import { createMagicLinks, type MagicLinks } from './magic-links.ts';

let testing: TestDatabase;
let links: MagicLinks;
let wrong = 0;

// Rate limits have their own tests; here everything is allowed.
const noLimits: MailLimits = {
  findCaptchaAction: async () => 'email_login',
  admitLink: async () => ({ outcome: 'admitted' }),
  admitReceipt: async () => true,
  admitInvitation: async () => true,
  admitSupport: async () => true,
  readCodeEntryState: async () => 'free',
  countWrongCode: async () => void (wrong += 1),
  hashOf: (source) => Buffer.from(JSON.stringify(source)),
};

beforeAll(async () => {
  testing = await createTestDatabase();
  links = createMagicLinks(testing.database, createSealer('tests'), noLimits);
});
afterAll(() => testing.drop());

let people = 0;
const somebody = (): string => `somebody-${(people += 1)}@mail.example`;

async function add(
  email = somebody(),
  source: MailRequester = { network: '192.0.2.0/24' },
  handle = createToken('fxh_'),
  more: Partial<MagicLinkRequest> = {},
) {
  let mail: MagicLinkMailData | undefined;
  const { mark } = await links.add(
    {
      email,
      purpose: 'sign-in',
      source,
      passedCaptchaAction: 'email_login',
      handleHash: handle.tokenHash,
      locale: 'en',
      ...more,
    },
    async (_, sent) => void (mail = sent),
  );
  if (!mail) throw new Error('The mail was not handed on.');
  return { ...mail, mark, handle };
}

const found = async (token: string, handle?: string) => {
  const result = await links.find(token, handle);
  if (typeof result === 'string') throw new Error(`The link is ${result}.`);
  return result;
};

test('a link is found by its token, and reports whether the requesting browser opened it', async () => {
  const { token, handle, to, mark } = await add();
  expect(await links.find(token, handle.token)).toMatchObject({ link: { email: to }, mark, isBound: true });
  expect(await links.find(token, undefined)).toMatchObject({ isBound: false });
  expect(await links.find(token, createToken('fxh_').token)).toMatchObject({ isBound: false });
  expect(await links.find(createToken('fxm_').token, undefined)).toBe('unknown');
  expect(await links.find('nonsense', undefined)).toBe('unknown');
});

test('of ten concurrent uses of a link one succeeds, and then it is used', async () => {
  const { token, handle } = await add();
  const { link } = await found(token);
  expect(await links.readState(handle.token)).toBe('Waiting');
  const taken = await Promise.all(Array.from({ length: 10 }, () => links.consume(link.linkId)));
  expect(taken.filter((each) => each !== undefined)).toEqual([link]);
  expect(await links.find(token, handle.token)).toBe('expired_or_used');
  expect(await links.readState(handle.token)).toBe('Used');
});

test('of two concurrent attempts with the right code one succeeds', async () => {
  const { code, handle } = await add();
  const tried = { handleHash: handle.tokenHash, code, hasPassedCaptcha: false };
  const outcomes = await Promise.all([links.consumeByCode(tried), links.consumeByCode(tried)]);
  expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['expired', 'passed']);
});

test('five wrong codes disable the code, even if concurrent, but not the link', async () => {
  const { code, handle, token } = await add();
  const other = code === '000000' ? '000001' : '000000';
  const before = wrong;
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, () =>
      links.consumeByCode({ handleHash: handle.tokenHash, code: other, hasPassedCaptcha: false }),
    ),
  );
  expect(outcomes.filter(({ outcome }) => outcome === 'wrong')).toHaveLength(5);
  expect(wrong - before).toBe(5);
  expect(await links.consumeByCode({ handleHash: handle.tokenHash, code, hasPassedCaptcha: false })).toEqual({
    outcome: 'expired',
  });
  expect(await links.consume((await found(token)).link.linkId)).toMatchObject({ locale: 'en' });
});

test('a code needs the handle of the requesting browser', async () => {
  const { code } = await add();
  const stranger = createToken('fxh_').tokenHash;
  expect(await links.consumeByCode({ handleHash: stranger, code, hasPassedCaptcha: true })).toEqual({
    outcome: 'expired',
  });
});

test('a newer link replaces older ones to the same address, from any network, and works', async () => {
  const email = somebody();
  const older = [await add(email), await add(email), await add(email, { network: '198.51.100.0/24' })];
  const newest = await add(email, { network: '203.0.113.0/24' });
  for (const { token, handle, code } of older) {
    expect(await links.readState(handle.token)).toBe('Replaced');
    expect(await links.find(token, handle.token)).toBe('replaced');
    expect(await links.consumeByCode({ handleHash: handle.tokenHash, code, hasPassedCaptcha: true })).toEqual({
      outcome: 'replaced',
    });
  }
  const { link, isBound } = await found(newest.token, newest.handle.token);
  expect(isBound).toBe(true);
  expect(await links.consume(link.linkId)).toMatchObject({ email });
});

test('a link is replaced only by one to the same address and for the same purpose', async () => {
  const email = somebody();
  const [accountId, otherId] = await Promise.all([buildAccount(testing.database), buildAccount(testing.database)]);
  const network = { network: 'n' };
  const adding = { purpose: 'add-email', accountId } as const;
  const inGame = { purpose: 'game-code', game: undefined } as const;
  const kept = [
    await add(email, network, createToken('fxh_')),
    await add(email, network, createToken('fxh_'), adding),
    await add(email, network, createToken('fxh_'), { purpose: 'add-email', accountId: otherId }),
    // Two sessions of a game: a code of one doesn't work in the other.
    await add(email, network, createToken('fxh_'), inGame),
    await add(email, network, createToken('fxh_'), inGame),
    await add(somebody(), network, createToken('fxh_')),
  ];
  for (const { token } of kept) await found(token);
  const [, first] = kept;
  await add(email, network, createToken('fxh_'), adding);
  expect(await links.find(first?.token ?? '', undefined)).toBe('replaced');
  for (const { token } of kept.filter((each) => each !== first)) await found(token);
  const session = createToken('fxh_');
  const codes = [await add(email, network, session, inGame), await add(email, network, session, inGame)];
  expect(await links.find(codes[0]?.token ?? '', undefined)).toBe('replaced');
  expect(
    await links.consumeByCode({ handleHash: session.tokenHash, code: codes[1]?.code ?? '', hasPassedCaptcha: true }),
  ).toMatchObject({ outcome: 'passed' });
});

test('a used or expired link stays so when a newer one is sent', async () => {
  const email = somebody();
  const used = await add(email);
  await links.consume((await found(used.token)).link.linkId);
  await add(email);
  expect(await links.readState(used.handle.token)).toBe('Used');
  expect(await links.find(used.token, undefined)).toBe('expired_or_used');
  const replaced = await add(email);
  await add(email);
  await ageRows(testing.database, 'mail_links', 15 * 60);
  expect(await links.readState(replaced.handle.token)).toBe('Expired');
});

test('a mail that cannot be sent leaves no link', async () => {
  const handle = createToken('fxh_');
  const asked = {
    email: somebody(),
    purpose: 'sign-in' as const,
    source: { network: 'n' },
    passedCaptchaAction: undefined,
    locale: 'en' as const,
  };
  await expect(
    links.add({ ...asked, handleHash: handle.tokenHash }, () => Promise.reject(new Error('no queue'))),
  ).rejects.toThrow('no queue');
  expect(await links.readState(handle.token)).toBe('Expired');
});

test('a mail that cannot be sent replaces nothing', async () => {
  const older = await add();
  const { email } = (await found(older.token)).link;
  const asked = {
    email,
    purpose: 'sign-in',
    source: { network: 'n' },
    passedCaptchaAction: undefined,
    locale: 'en',
  } as const;
  await expect(
    links.add({ ...asked, handleHash: createToken('fxh_').tokenHash }, () => Promise.reject(new Error('no queue'))),
  ).rejects.toThrow('no queue');
  expect(await links.readState(older.handle.token)).toBe('Waiting');
});

test('a nonce works only for its own link', async () => {
  const [one, other] = [await found((await add()).token), await found((await add()).token)];
  const nonce = links.createNonce(one.link.linkId);
  expect(links.isNonceOf(one.link.linkId, nonce)).toBe(true);
  expect(links.isNonceOf(other.link.linkId, nonce)).toBe(false);
  expect(links.isNonceOf(one.link.linkId, '')).toBe(false);
});
