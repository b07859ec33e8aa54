// Players of a lab: their mail, their accounts at the simulated vendors, their games. Each test creates its own
// players, because several test files may share one lab.
import { hash, randomBytes, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { SignJWT } from 'jose';
import { apiBase } from '#contract/api-base.ts';
import type { ApiError } from '#contract/api-error.ts';
import { api, type Api } from '#contract/api.ts';
import { createClient, type ApiClient } from '#contract/client.ts';
import { buildCallTable } from '#contract/describe.ts';
import type { ReceivedMail } from '#lab/mail/received-mail.ts';
import { buildEmbeddedConnection } from '#server/db/cluster-location.ts';
import { withSingleConnection } from '#server/db/with-single-connection.ts';
import { expect, test as labTest, type LabServer } from './lab-server.ts';

export interface Person {
  readonly name: string;
  readonly email: string;
}

export interface Player extends Person {
  readonly accountId: string;
  readonly token: string;
}

export const test = labTest.extend<{ anotherBrowser: (token?: string) => Promise<Page> }>({
  /** A second browser without the first one's data; signed in if a token is given. */
  anotherBrowser: async ({ browser, lab }, use) => {
    const contexts: { close(): Promise<void> }[] = [];
    await use(async (token) => {
      const localStorage = token === undefined ? [] : [{ name: 'AuthToken', value: token }];
      const context = await browser.newContext({
        storageState: { cookies: [], origins: [{ origin: lab.url, localStorage }] },
      });
      contexts.push(context);
      return context.newPage();
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

export { expect };

/** A new person with a unique email address. */
export function inventPerson(name = 'Noor Haddad'): Person {
  return { name, email: `${randomUUID()}@people.example` };
}

/** An API client, anonymous or with a session. */
export function createApiClient(lab: LabServer, token?: string): ApiClient<Api> {
  return createClient<Api>(calls, { base: lab.url + apiBase, send: fetch, token: () => token });
}

const calls = buildCallTable(api);

/** The page's session token; empty if signed out. */
export const readSessionToken = (page: Page): Promise<string> =>
  page.evaluate(() => localStorage.getItem('AuthToken') ?? '');

/** The account that is signed in on the page. */
export async function fetchSignedInAccount(lab: LabServer, page: Page) {
  await expect.poll(() => readSessionToken(page), 'nobody is signed in').not.toBe('');
  return (await createApiClient(lab, await readSessionToken(page)).profile.overview({})).Account;
}

/** The newest mail to an address, once `count` mails have arrived. */
export async function waitForMail(lab: LabServer, email: string, count = 1): Promise<ReceivedMail> {
  let mails: ReceivedMail[] = [];
  await expect
    .poll(async () => {
      const answer = await fetch(`${lab.url}/lab/mail.json?to=${encodeURIComponent(email)}`);
      mails = (await answer.json()) as ReceivedMail[];
      return mails.length;
    }, `mails to ${email}`)
    .toBe(count);
  const [newest] = mails;
  if (!newest) throw new Error(`There is no mail to ${email}.`);
  return newest;
}

export function findSignInLink({ links }: ReceivedMail): string {
  const link = links.find((address) => address.includes('inviteToken='));
  if (link === undefined) throw new Error(`The mail has no link to sign in with: ${links.join(', ')}`);
  return link;
}

export function findSignInCode({ text }: ReceivedMail): string {
  const [code] = /\b\d{6}\b/.exec(text) ?? [];
  if (code === undefined) throw new Error(`The mail has no code of six digits:\n${text}`);
  return code;
}

/** Signs in at the simulated Google, without a browser. */
export async function registerPlayer(lab: LabServer, person = inventPerson()): Promise<Player> {
  const vendor = `${lab.url}/lab/vendors/firebase`;
  const ask = async (name: string, body: object): Promise<Record<string, string>> => {
    const answer = await fetch(`${vendor}/v1/accounts:${name}?key=simulated-api-key`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as Record<string, string>;
  };
  const begun = await ask('createAuthUri', { providerId: 'google.com', continueUri: `${lab.url}/SignInReturn` });
  const state = new URL(begun['authUri'] ?? '').searchParams.get('state') ?? '';
  const chosen = await fetch(`${vendor}/google.com/authorize`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ state, person: 'invented', name: person.name, email: person.email }),
  });
  const { idToken = '' } = await ask('signInWithIdp', {
    requestUri: chosen.headers.get('location'),
    sessionId: begun['sessionId'],
  });
  const { Data, Error: refusal } = await createApiClient(lab).auth.authenticateToFxid({
    AuthenticationType: 'google',
    FirebaseLogin: { Token: idToken },
  });
  if (!Data) throw new Error(`${person.name} could not sign in: ${refusal?.Message}`);
  return { ...person, accountId: Data.AccountId, token: Data.Token };
}

export async function acceptDocuments(lab: LabServer, token: string, game: string): Promise<void> {
  const { documents } = createApiClient(lab, token);
  const { Documents } = await documents.listLatestUnaccepted({ GameSystemName: game });
  for (const { Id, Versions } of Documents)
    await documents.accept({ DocumentId: Id, DocumentVersionId: Versions[0]?.Id ?? '' });
}

/** Signs in as the person on the page of a simulated vendor. */
export async function signInAtVendor(popup: Page, { name, email }: Person): Promise<void> {
  await popup.getByLabel('Name').fill(name);
  await popup.getByLabel('E-mail').fill(email);
  await popup.getByRole('button', { name: 'Continue', exact: true }).click();
}

/** A signed statement of a game's server about one of its players, as in the guide for games. */
export function signPlayerAssertion(lab: LabServer, game: string, gameUid: string): Promise<string> {
  const [, keyId = '', secret = ''] = (lab.gameKeys[game] ?? '').split('_');
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256', kid: keyId })
    .setIssuer(game)
    .setAudience('fxid')
    .setSubject(gameUid)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime('2m')
    .sign(new TextEncoder().encode(secret));
}

/** Connects a new player of a game to the account. */
export async function connectGame(lab: LabServer, { token }: Player, game: string): Promise<string> {
  const gameUid = randomUUID();
  const server = createApiClient(lab, token);
  const { NotConnectedData } = await server.auth.authenticateFromGame({
    Game: game,
    Token: await signPlayerAssertion(lab, game, gameUid),
  });
  const ConnectToken = NotConnectedData?.ConnectToken ?? '';
  await server.invite.connectFromGame({ Game: game, ConnectToken });
  const { Result } = await server.invite.updateConnectGameInvite({ ConnectToken, Accept: true });
  if (Result !== 'Success') throw new Error(`${game} could not be connected: ${Result}`);
  return gameUid;
}

export const queryLabDatabase = <Row extends object = object>(
  lab: LabServer,
  text: string,
  values: unknown[],
): Promise<{ readonly rows: readonly Row[] }> =>
  withSingleConnection(buildEmbeddedConnection(lab.dataDir), (db) => db.query<Row>(text, values));

/** Creates an operator key for support. */
export async function createOperatorKey(lab: LabServer): Promise<string> {
  const [keyId, secret] = [randomBytes(8).toString('hex'), randomBytes(32).toString('hex')];
  await queryLabDatabase(lab, 'insert into operator_keys (key_id, name, scopes, secret_hash) values ($1, $2, $3, $4)', [
    keyId,
    // Key names are unique.
    `Grace ${keyId}`,
    ['support'],
    hash('sha256', secret, 'buffer'),
  ]);
  return `fxo_${keyId}_${secret}`;
}

/** Ages a session so that a change requires signing in again. */
export async function ageSession(lab: LabServer, token: string): Promise<void> {
  await withSingleConnection(buildEmbeddedConnection(lab.dataDir), async (db) => {
    const { rows } = await db.query<{ session_id: string }>(
      `update sessions set proved_at = now() - interval '11 minutes' where token_hash = $1 returning session_id`,
      [hash('sha256', token, 'buffer')],
    );
    // The server caches sessions until it is notified.
    await db.query('select pg_notify($1, $2)', ['fxid', `session-ended:${rows[0]?.session_id}`]);
  });
  const isFresh = () =>
    createApiClient(lab, token)
      .auth.confirmFresh({})
      .then(
        () => 'fresh',
        (error: ApiError) => error.code,
      );
  await expect.poll(isFresh).toBe('SignInAgain');
}

/** Creates a second session from an existing one. */
export async function createHandedSession(lab: LabServer, token: string): Promise<string> {
  const { TempToken } = await createApiClient(lab, token).auth.createTempToken({});
  return (await createApiClient(lab).auth.authenticateFromTempToken({ TempToken })).Token;
}

/** Signs in at the simulated Google from the open sign-in modal. */
export async function signInAtGoogle(page: Page, person: Person): Promise<void> {
  const opening = page.waitForEvent('popup');
  await page.getByRole('dialog').getByRole('button', { name: 'Continue with Google' }).click();
  await signInAtVendor(await opening, person);
}

/** Requests a sign-in mail in the open modal, up to the step that waits for it. */
export async function requestSignInMail(page: Page, email: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your email address').fill(email);
  await dialog.getByRole('button', { name: 'Continue with email' }).click();
  await expect(page.getByRole('dialog', { name: 'Check mail for login link' })).toBeVisible();
  await expect(dialog).toContainText(`Magic login link sent to ${email}`);
}

/** Requests a sign-in mail in the open modal and enters its code. The portal may then ask to accept documents. */
export async function enterMailedCode(lab: LabServer, page: Page, email: string): Promise<void> {
  await requestSignInMail(page, email);
  await page.getByLabel('Or enter the 6-digit code from the email').fill(findSignInCode(await waitForMail(lab, email)));
}

/** Signs in with the mailed code in the open sign-in modal. */
export async function signInByCode(lab: LabServer, page: Page, email: string): Promise<void> {
  await enterMailedCode(lab, page, email);
  await expect(page.getByRole('dialog')).toHaveCount(0);
}
