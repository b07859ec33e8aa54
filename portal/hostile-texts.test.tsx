// Hostile texts in every field of every reply, on every page and in every modal. The tests inspect the DOM, so they
// hold without the content security policy too. Fields that are shown nowhere are listed with a reason in
// testing/unrendered-reply-fields.ts.
import { waitFor } from '@testing-library/react';
import i18next from 'i18next';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { methodSchemas } from '#bridge/schemas.ts';
import { playerReplyTexts } from '#contract/testing/reply-texts.ts';
import { findPortalPage, portalPages } from '#model/portal-pages.ts';
import { safeWebAddress } from '#model/safe-destination.ts';
import { findUnsafeElements } from '#model/testing/find-unsafe-elements.ts';
import { hostileAddressesFor, hostileTextFor, hostileTexts, findHostileFields } from '#model/testing/hostile-texts.ts';
import { isListedField, listTextFields, type FixedFieldValues } from '#model/testing/text-fields.ts';
import { App } from '#portal/App.tsx';
import { createQueryClient } from './queries/create-query-client.ts';
import { modals } from '#portal/modals/registry.ts';
import type { ModalName, ModalParams } from '#portal/shell/open-modal.ts';
import type { LegalDocument } from './documents/document-body.ts';
import { FriendLine } from '#portal/modals/social/FriendLine.tsx';
import type { PaymentResult } from '#portal/purchase/purchase.ts';
import { startPurchase } from '#portal/purchase/start-purchase.ts';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { beginSession, endSession } from '#portal/session-token.ts';
import { mockApi } from '#portal/testing/mock-api.ts';
import { renderInPortal, flushEffects } from '#portal/testing/render.tsx';
import { buildHostileReplies, buildHostilePortalConfig } from '#portal/testing/hostile-replies.ts';
import { createFakePurchaseDeps, testPurchaseRequest } from '#portal/testing/fake-purchase.ts';
import { unrenderedReplyFields } from '#portal/testing/unrendered-reply-fields.ts';
import { Markdown } from '#portal/ui/Markdown.tsx';

const id = '0196f0a0-0000-7000-8000-000000000001';
const isClosed = { 'Maintenance.From': '2020-01-01T00:00:00.000Z', 'Maintenance.To': undefined };

interface Visit {
  readonly path: string;
  readonly fixed?: FixedFieldValues;
  readonly isSignedOut?: true;
  /** The token from the URL. */
  readonly token?: string;
  /** The game of a single-game site. */
  readonly game?: string;
  /** It has external URLs, which are tried in both sets. */
  readonly hasAddresses?: true;
  readonly press?: 'loginPages.undo.yes' | 'saves.show';
}

const visits: readonly Visit[] = [
  { path: '/', fixed: { Total: 100 }, hasAddresses: true },
  { path: '/', isSignedOut: true },
  { path: '/Games' },
  { path: '/Games/gem-miner', fixed: isClosed, hasAddresses: true },
  { path: '/Games/gem-miner/News' },
  { path: '/News' },
  { path: `/News/${id}`, hasAddresses: true },
  { path: '/Store/gem-miner', hasAddresses: true },
  { path: '/Docs/tos' },
  { path: '/Docs/tos', fixed: { ContentType: 'Html' }, hasAddresses: true },
  { path: '/Docs/tos', fixed: { ContentType: 'Link' }, hasAddresses: true },
  { path: '/Docs/tos', fixed: { ContentType: 'Image' }, hasAddresses: true },
  { path: '/Docs/gem-miner/pp', fixed: { 'DocumentType.Value': 'PP' } },
  { path: '/Docs/gem-miner/elsewhere/pp', fixed: { 'DocumentType.Value': 'PP' } },
  { path: '/Support' },
  { path: '/Quests' },
  { path: '/Profile', hasAddresses: true },
  { path: '/Profile', press: 'saves.show' },
  { path: '/Error' },
  { path: '/FriendInvitation', token: 'fxi_1' },
  {
    path: '/LoginValidateEmail',
    token: 'fxl_1',
    isSignedOut: true,
    fixed: { 'EmailSignInReply.Error': undefined, 'EmailSignInReply.Token': undefined },
  },
  { path: '/LoginFromDevice', token: 'fxq_1', fixed: { Status: 'Waiting' } },
  { path: '/LoginFromGame/gem-miner', token: 'fxg_1', fixed: { ConnectedData: undefined } },
  { path: '/UndoSignInChange', token: 'fxu_1', press: 'loginPages.undo.yes' },
  { path: '/LoginWithTempToken', token: 'fxt_1' },
  { path: `/Store/Return/${id}` },
  { path: `/Store/BankCard?PublicId=${id}`, fixed: { State: 'Open' } },
  { path: `/Store/BankCard?PublicId=${id}`, fixed: { State: 'Paid' }, hasAddresses: true },
  { path: '/Store/ContinueWithPI' },
  { path: '/Store/MerchantPaymentCompleted/x' },
  { path: '/play/gem-miner' },
  { path: '/play/gem-miner', fixed: isClosed, hasAddresses: true },
  { path: '/discord-qr', game: 'gem-miner', hasAddresses: true },
];

/** Routes that show the same screens again. */
const alike = [
  '/Play',
  '/play/:game/iframe/:adapter',
  '/player/:game',
  '/player/:game/iframe/:adapter',
  '/:game/iframe/:adapter',
  '/iframe/:adapter',
  '/LoginFromGame/:game/:token',
];

const seen = new Set<number>();

/** jsdom has no layout. */
class ResizeObserver {
  observe = (): void => undefined;
  unobserve = (): void => undefined;
  disconnect = (): void => undefined;
}
// For each test, because `mockApi` removes all stubs.
beforeEach(() => void vi.stubGlobal('ResizeObserver', ResizeObserver));

test('the corpus has 150 texts, and a page that renders one unescaped is detected', () => {
  expect(new Set(hostileTexts).size).toBeGreaterThanOrEqual(150);
  const html = '<b onclick="hostile()"></b><a href=" java\nscript:hostile()">x</a><p>x</p><script></script>';
  const page = new DOMParser().parseFromString(html, 'text/html').body;
  expect(findUnsafeElements(page)).toHaveLength(3);
});

test('every page is tested', () => {
  const tried = new Set([
    ...alike,
    ...visits.map(({ path, game }) => findPortalPage(path.replace(/\?.*/, ''), game ? 'game' : 'portal')?.page.path),
  ]);
  expect(portalPages.filter(({ path, isOfLab }) => !isOfLab && !tried.has(path))).toEqual([]);
});

test.each(visits)('$path', async ({ path, fixed, isSignedOut, token, game, press, hasAddresses }) => {
  for (const addresses of hasAddresses ? ([0, 1] as const) : ([0] as const)) {
    mockApi({ ...buildHostileReplies(addresses, fixed), '/api/v1/friends/events': () => new Promise(() => undefined) });
    if (isSignedOut) endSession();
    else beginSession('t1');
    // A page uses each token once.
    if (token !== undefined) window.fxidHandedToken = `${token}${addresses}`;
    const config = {
      ...runtimeConfig,
      ...(game !== undefined && { game }),
      portal: buildHostilePortalConfig(addresses),
    };
    const { place, isQuiet, close } = await open(path, config);
    await waitFor(() => expect(isQuiet()).toBe(true));
    const label = press && i18next.t(press);
    await flushEffects(() => {
      // Some content waits for the pictures above it.
      for (const image of place.querySelectorAll('img')) image.dispatchEvent(new Event('load'));
      for (const button of place.querySelectorAll('button')) if (button.textContent === label) button.click();
    });
    await waitFor(() => expect(isQuiet()).toBe(true));
    look(place);
    await close();
  }
});

/** The modals' props with a game's texts, and the server's replies to them. */
const opened: { readonly [Name in ModalName]: () => readonly ModalParams<Name>[] } = {
  info: () => [{ title: words, text: words }],
  share: () => [{ link: words, title: words }, ...hostileAddressesFor(0).map((link) => ({ link }))],
  device: () => [{ game: 'gem-miner' }],
  copy: () => [{ text: words }],
  signIn: () => [{ game: 'gem-miner', reason: words, from: words, emails: [words] }],
  confirm: () => [
    { title: words, text: words, action: words, tick: { label: words, required: true }, answer: () => undefined },
  ],
  page: () => addresses.map((url) => ({ url, title: words, origins: ['https://evil.example'] })),
  support: () => [{ game: 'gem-miner', message: words }],
  social: () => [{}, { view: 'add' }, { game: 'gem-miner', invite: { message: words, uids: [words] } }],
  documents: () => [{ documents: unaccepted(), decline: words }],
  document: () => [
    { title: words, shown: { type: 'markdown', text: words } },
    ...addresses.flatMap((url) =>
      (['iframe', 'image'] as const).map((type) => ({ title: words, shown: { type, url } })),
    ),
  ],
  push: () => [{ game: 'gem-miner' }],
  report: () => [{ name: words, target: { FriendAccountId: words } }],
  review: () => [{ game: 'gem-miner' }],
  community: () => addresses.map((url) => ({ url, game: 'gem-miner' })),
  quests: () => [{ game: 'gem-miner' }],
  leaderboards: () => [{ game: 'gem-miner', board: words }],
  merge: () => [{ mergeToken: 'm' }],
  saveConflict: () => [
    {
      other: { summary: words, device: words },
      account: { summary: words, device: words },
      isCopy: false,
      answer: () => undefined,
    },
  ],
  services: () => [{ game: 'gem-miner', title: words }],
  purchase: () => [{ flow: startPurchase(testPurchaseRequest, createFakePurchaseDeps({ answers: [payment()] }).deps) }],
};
const words = hostileTextFor(0);
/** The hostile URLs that `safeWebAddress` accepts. */
const addresses = hostileAddressesFor(0).flatMap((address) => safeWebAddress(address) ?? []);
function replyTo(call: string): unknown {
  const answer = buildHostileReplies(1)[call];
  if (!answer) throw new Error(`There is no call ${call}.`);
  return answer();
}
const unaccepted = () => (replyTo('documents.listLatestUnaccepted') as { Documents: LegalDocument[] }).Documents;
const payment = () => replyTo('store.createPayment') as PaymentResult;

test.each(Object.keys(modals) as ModalName[])('the modal %s', async (name) => {
  mockApi(buildHostileReplies(1, { Status: 'Asked' }));
  beginSession('t1');
  const { default: Modal } = await modals[name]();
  for (const props of opened[name]()) {
    const shown = { ...props, close: () => undefined };
    // The table above matches props to modals.
    const Shown = Modal as (given: typeof shown) => ReactNode;
    const { container, queries } = await renderInPortal(<Shown {...shown} />);
    await waitFor(() => expect(queries.isFetching()).toBe(0));
    for (let turns = 0; turns < 5; turns += 1) await flushEffects();
    look(container);
  }
});

test('every text field is rendered, or listed with its reason', () => {
  const unseen = playerReplyTexts.fields.filter((_, number) => !seen.has(number)).map(({ path }) => path);
  const reasons = Object.keys(unrenderedReplyFields);
  expect(unseen.filter((path) => !isListedField(reasons, path))).toEqual([]);
});

/** Which reply field each of a game's texts is checked with. */
const saidByGames: Readonly<Record<string, string>> = {
  'BuyProduct.productNameHint': 'OrderProduct.LocalizedProductName',
  'BuyProduct.productDescriptionHint': 'OrderProduct.LocalizedProductDescription',
  'OpenModal.url': 'the modal page',
  'OpenModal.title': 'the modal page',
  'ShowLinkShareModal.link': 'the modal share',
  'ShowLinkShareModal.title': 'the modal share',
  'CopyText.text': 'the modal copy',
  'RequestSupport.message': 'the modal support',
  'InviteFriends.message': 'the modal social',
  'InviteFriends.uids[]': 'the modal social',
  'SubmitScore.board': 'compared with the leaderboards of the game',
  'GetLeaderboard.board': 'compared with the leaderboards of the game',
  'ShowLeaderboard.board': 'the modal leaderboards',
  'SetStatus.status': 'FriendListEntry.Status',
  'SetStatus.name': 'for games, which read statuses by their names',
  'BuyProduct.developerPayload': "for the game's server",
  'ConsumePurchase.purchaseId': "compared with the player's purchases in the game",
  'SetUrlHash.hash': 'behind the hash of the address, where nothing reads it but the game',
  'AdsVideoReady.placement': 'compared with the places that are set up',
  'AdsVideoShow.placement': 'compared with the places that are set up',
  'AdsInterstitialReady.placement': 'compared with the places that are set up',
  'AdsInterstitialShow.placement': 'compared with the places that are set up',
  'StatInitialize.userId': 'for analytics',
  'StatInitialize.properties.*': 'for analytics',
  'StatEvent.name': 'for analytics',
  'StatEvent.parameters.*': 'for analytics',
  'SendInGameEvent.game': 'for analytics',
  'SendInGameEvent.eventCode': 'compared with rules of operators',
  'SendInGameEvent.p1': 'compared with rules of operators',
  'SendInGameEvent.p2': 'compared with rules of operators',
  'SendInGameEvent.p3': 'compared with rules of operators',
  'GoogleTagManagerPushToDataLayer.data.*': 'for analytics',
  'ChangeLanguage.language': 'one of the languages there are, or none',
  'WordsFilter.text': 'goes back to the game',
  'WriteSave.values.*': 'SaveRevisionKeys.Keys',
  'WriteSave.remove[]': 'compared with saved keys',
  'WriteSave.summary': 'the modal saveConflict',
  'ResolveSaveConflict.values.*': 'SaveRevisionKeys.Keys',
  'ResolveSaveConflict.summary': 'the modal saveConflict',
  'SendVkBridge.method': 'one of the methods that the platform has',
  'SendCrazyGamesSdk.method': 'one of the methods that the platform has',
};

test('every text of a game is rendered, or listed with its reason', () => {
  const said = Object.entries(methodSchemas).flatMap(([method, { params }]) =>
    listTextFields(params, method).map(({ path }) => path),
  );
  expect(said.toSorted()).toEqual(Object.keys(saidByGames).toSorted());
});

test('names stay as they are', async () => {
  const { container } = await renderInPortal(
    <>
      {hostileTexts.map((text) => (
        <FriendLine key={text} id="a1" name={text}>
          {text}
        </FriendLine>
      ))}
    </>,
  );
  expect(findUnsafeElements(container)).toEqual([]);
  expect([...container.querySelectorAll('bdi')].map(({ textContent }) => textContent)).toEqual(hostileTexts);
});

test('Markdown runs nothing', async () => {
  const { container } = await renderInPortal(
    <>
      {hostileTexts.map((text) => (
        <Markdown key={text} text={text} />
      ))}
    </>,
  );
  expect(findUnsafeElements(container)).toEqual([]);
});

test('values inserted into texts are not interpolated again', () => {
  for (const title of hostileTexts) expect(i18next.t('profile.gameOnly', { title })).toBe(`${title} only`);
});

async function open(path: string, config: typeof runtimeConfig) {
  window.history.replaceState(null, '', path);
  const place = document.createElement('div');
  document.body.append(place);
  const queries = createQueryClient(false);
  const root = createRoot(place);
  const page = { config, origin: window.location.origin };
  const inRouter = (screens: ReactNode) => <BrowserRouter>{screens}</BrowserRouter>;
  await act(async () => root.render(<App {...{ page, queries, inRouter }} texts={i18next} />));
  const close = async (): Promise<void> => {
    await flushEffects(() => root.unmount());
    queries.clear();
    place.remove();
  };
  onTestFinished(close);
  const isQuiet = () =>
    place.querySelector('h1, h2, .notice, .empty-state, img[width="1024"]') !== null &&
    place.querySelector('[aria-busy="true"]') === null &&
    queries.isFetching() === 0;
  return { place, isQuiet, close };
}

/** Frames of our own hosts, which communicate by messages only, and sandboxed frames of other origins. */
const isOwnFrame = (element: string): boolean =>
  /^<iframe [^]*src="https:\/\/(captcha|checkout|gem-miner)\.games\.example\//.test(element) ||
  /^<iframe [^]*sandbox="(?![^"]*allow-same-origin)/.test(element);

function look(place: HTMLElement): void {
  expect(findUnsafeElements(place).filter((element) => !isOwnFrame(element))).toEqual([]);
  for (const number of findHostileFields(new XMLSerializer().serializeToString(document))) seen.add(number);
}
