// Screens that appear only for players with friends, requests, support replies or a second device, each with its
// preparation.
import type { Page, Route } from '@playwright/test';
import {
  connectGame,
  createApiClient,
  expect,
  createOperatorKey,
  registerPlayer,
  inventPerson,
  type Player,
} from '../lab-people.ts';
import type { LabServer } from '../lab-server.ts';

export interface ScreenPlayers {
  readonly lab: LabServer;
  readonly language: string;
  /** Has games, friends, requests in both directions, invitations, a blocked player and a support reply. */
  readonly full: Player;
  /** Has no friends and no data. */
  readonly lonely: Player;
  readonly link: string;
}

interface LivedInScreen {
  readonly name: string;
  readonly who?: 'full' | 'lonely';
  /** Not on phones: these screens hand a session over to a phone. */
  readonly isWide?: boolean;
  open(page: Page, stage: ScreenPlayers): Promise<unknown>;
}

export const screensWithData: readonly LivedInScreen[] = [
  { name: 'friends', who: 'full', open: (page, stage) => openFriends(page, stage, '/Games') },
  { name: 'friends-none', who: 'lonely', open: (page, stage) => openFriends(page, stage, '/Games') },
  { name: 'friends-add', who: 'full', open: (page, stage) => openAdding(page, stage, '/Games') },
  {
    name: 'friends-add-end',
    who: 'full',
    open: async (page, stage) => {
      await openAdding(page, stage, '/Games');
      await page.locator('.add-friends > :last-child').scrollIntoViewIfNeeded();
    },
  },
  { name: 'friends-add-none', who: 'lonely', open: (page, stage) => openAdding(page, stage, '/Games') },
  {
    name: 'friends-found',
    who: 'full',
    open: async (page, stage) => {
      await openAdding(page, stage, '/Games');
      const form = page.locator('.add-friends form').nth(1);
      await form.locator('input').fill(foundName);
      await form.getByRole('button').click();
      await page.locator('.add-friends form + .players').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'friends-link',
    who: 'lonely',
    open: async (page, stage) => {
      await openAdding(page, stage, '/Games');
      await page.locator('.add-friends .button.primary').first().click();
      await page.locator('.share-modal svg.qr').waitFor();
    },
  },
  {
    name: 'friends-block',
    who: 'full',
    open: async (page, stage) => {
      await openFriends(page, stage, '/Games');
      await page.locator('.friend-entry .menu > button').first().click();
      await page.locator('.friend-entry [popover]:popover-open button').last().click();
      await expect(page.locator('dialog')).toHaveCount(2);
    },
  },
  { name: 'friends-in-game', who: 'full', open: (page, stage) => openFriends(page, stage, '/play/gem-miner') },
  { name: 'friends-in-game-none', who: 'lonely', open: (page, stage) => openFriends(page, stage, '/play/gem-miner') },
  {
    name: 'friends-in-game-invite',
    who: 'full',
    open: async (page, stage) => {
      await openFriends(page, stage, '/play/gem-miner');
      await page.locator('.social-modal .actions.wide .button.primary').click();
      await page.locator('.invite-form').waitFor();
    },
  },
  { name: 'friends-signed-out', open: (page, stage) => openFromGallery(page, stage, 'social') },
  {
    name: 'profile-friends',
    who: 'full',
    open: async (page, stage) => {
      await goTo(page, stage, '/Profile');
      await page.locator('#friends').scrollIntoViewIfNeeded();
    },
  },
  { name: 'invitation', open: (page, stage) => openInvitation(page, stage) },
  { name: 'invitation-signed-in', who: 'lonely', open: (page, stage) => openInvitation(page, stage) },
  { name: 'invitation-own', who: 'full', open: (page, stage) => openInvitation(page, stage) },
  {
    name: 'invitation-sign-in',
    open: async (page, stage) => {
      await openInvitation(page, stage);
      await page.getByRole('main').locator('.button.primary').click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'report', open: (page, stage) => openReport(page, stage, '/Support') },
  { name: 'report-in-game', who: 'full', open: (page, stage) => openReport(page, stage, '/play/gem-miner') },
  {
    name: 'report-sent',
    who: 'lonely',
    open: async (page, stage) => {
      const sent = { Success: true, TicketId: 'K7QF-2M9X-TR4B' };
      await page.route('**/support/send-message', (route) => route.fulfill({ json: sent }));
      await openReport(page, stage, '/Support');
      await page.locator('.support-modal textarea').fill('My lamp went out.');
      await page.locator('.support-modal .button.primary').click();
      await page.locator('.support-modal [role=status]').waitFor();
    },
  },
  { name: 'support', who: 'full', open: (page, stage) => openSupport(page, stage, '.support-screen details') },
  { name: 'support-none', who: 'lonely', open: (page, stage) => openSupport(page, stage, '.empty-state') },
  { name: 'support-signed-out', open: (page, stage) => openSupport(page, stage, '.empty-state') },
  {
    name: 'quests',
    who: 'full',
    open: async (page, stage) => {
      const { crossPlay } = createApiClient(stage.lab, stage.full.token);
      for (let count = 0; count < 6; count += 1)
        await crossPlay.send({ GameSystemName: 'gem-miner', EventCode: 'run_over' });
      await crossPlay.send({ GameSystemName: 'sky-courier', EventCode: 'flight_over', Value: 40 });
      await goTo(page, stage, '/Quests');
      await page.locator('.quest-list').first().waitFor();
    },
  },
  {
    name: 'quests-none',
    who: 'lonely',
    open: async (page, stage) => {
      // Other screens start games as this player.
      await page.route(/\/cross-play\/quests\/my/, withBody({ Quests: [] }));
      await openQuests(page, stage);
    },
  },
  { name: 'quests-signed-out', open: (page, stage) => openQuests(page, stage) },
  {
    name: 'quests-in-game',
    who: 'full',
    open: async (page, stage) => {
      await openBar(page, stage, '.quests-button');
      await page.locator('dialog .quest-list').waitFor();
    },
  },
  {
    name: 'leaderboards-in-game',
    who: 'full',
    open: async (page, stage) => {
      const { leaderboards } = createApiClient(stage.lab, stage.full.token);
      await leaderboards.submit({ Game: 'gem-miner', Leaderboard: 'depth', Score: 80 });
      await openBar(page, stage, '.player-bar .menu > button');
      await page.locator('.menu li button').first().click();
      await page.locator('dialog .leaderboard-panel table').waitFor();
    },
  },
  { name: 'device', who: 'lonely', isWide: true, open: openDevice },
  {
    name: 'device-asked',
    who: 'lonely',
    isWide: true,
    open: async (page, stage) => {
      const link = await openDevice(page, stage);
      await createApiClient(stage.lab).handoffs.ask({ Token: link.slice(link.indexOf('fxq_')) });
      await page.locator('.device-modal .asking').waitFor();
    },
  },
  {
    name: 'device-expired',
    who: 'lonely',
    isWide: true,
    open: async (page, stage) => {
      await page.route('**/handoffs/look', (route) => route.fulfill({ json: { Status: 'Expired', LivesSeconds: 0 } }));
      await openBar(page, stage, '.other-device');
      await page.locator('.device-modal .notice').waitFor();
    },
  },
  {
    name: 'device-confirmed',
    who: 'lonely',
    isWide: true,
    open: async (page, stage) => {
      await page.route('**/handoffs/look', (route) =>
        route.fulfill({ json: { Status: 'Confirmed', LivesSeconds: 60 } }),
      );
      await openBar(page, stage, '.other-device');
      await page.locator('.device-modal .notice').waitFor();
    },
  },
  {
    name: 'phone-number',
    open: async (page, stage) => {
      await goTo(page, stage, await beginHandoff(stage));
      await page.locator('.number').waitFor();
    },
  },
  {
    name: 'phone-take',
    open: async (page, stage) => {
      const { TempToken } = await createApiClient(stage.lab, stage.lonely.token).auth.createTempToken({});
      await goTo(page, stage, `/LoginWithTempToken?token=${TempToken}`);
      await page.getByRole('main').locator('.button.primary').waitFor();
    },
  },
  {
    // This page takes its language from the browser, not from the address.
    name: 'go',
    open: (page, { lab }) => page.goto(`${lab.url}/api/v1/go?url=https%3A%2F%2Fsomewhere-else.example%2Fpath%3Fa%3Db`),
  },
  { name: 'news', open: (page, stage) => goTo(page, stage, '/News') },
  {
    name: 'news-page',
    open: async (page, stage) => {
      await goTo(page, stage, '/News');
      await page.locator('.news-card a.whole').first().click();
      await page.locator('article.news-page').waitFor();
    },
  },
  { name: 'news-unknown', open: (page, stage) => goTo(page, stage, '/News/none') },
  { name: 'document', open: (page, stage) => goTo(page, stage, '/Docs/tos') },
  { name: 'document-of-game', who: 'full', open: (page, stage) => goTo(page, stage, '/Docs/gem-miner/tos') },
  { name: 'document-of-platform', open: (page, stage) => goTo(page, stage, '/Docs/gem-miner/telegram/pp') },
  { name: 'document-unknown', open: (page, stage) => goTo(page, stage, '/Docs/none') },
  { name: 'accept-in-game', who: 'lonely', open: (page, stage) => goTo(page, stage, '/play/bridge-explorer') },
  { name: 'accept', open: (page, stage) => openFromGallery(page, stage, 'documents') },
  { name: 'accept-changed', open: (page, stage) => openFromGallery(page, stage, 'documents changed') },
  { name: 'viewer', open: (page, stage) => openFromGallery(page, stage, 'document') },
  { name: 'push', who: 'lonely', open: (page, stage) => openFromGallery(page, stage, 'push') },
  {
    name: 'push-settings',
    who: 'full',
    open: async (page, stage) => {
      await page.route('**/push/choices', withBody({ Browsers: 1 }));
      await goTo(page, stage, '/Profile');
      await page.locator('#notifications').scrollIntoViewIfNeeded();
    },
  },
  { name: 'games-filtered', open: (page, stage) => goTo(page, stage, '/Games?genre=Arcade&tag=relaxing&sort=rating') },
  { name: 'games-none', open: (page, stage) => goTo(page, stage, '/Games?q=zzzzz') },
  { name: 'game', who: 'full', open: (page, stage) => goTo(page, stage, '/Games/gem-miner') },
  { name: 'not-found', open: (page, stage) => goTo(page, stage, '/no/such/address') },
];

export async function createScreenPlayers(lab: LabServer): Promise<Omit<ScreenPlayers, 'language'>> {
  const register = (name: string): Promise<Player> => registerPlayer(lab, inventPerson(name));
  const [full, lonely] = [await register('Wilhelmina Oberhauser-Lindqvist'), await register('Noor')];
  const { friends } = createApiClient(lab, full.token);
  await friends.settings({ Findable: true });
  const { Url: link } = await friends.createLink({ Game: 'gem-miner' });
  const token = link.slice(link.indexOf('fxi_')).split('&')[0] ?? '';
  for (const [name, status] of befriended) {
    const friend = createApiClient(lab, (await register(name)).token).friends;
    await friend.acceptLink({ Token: token });
    await friend.status({ Game: 'gem-miner', Status: status });
    if (name === 'Ines Duarte')
      await friend.sendInviteNotification({
        Game: 'gem-miner',
        FriendAccountId: full.accountId,
        Message: 'Dig with me!',
      });
  }
  for (const name of ['Kwame Asante', 'Maximiliane von Hohenstein-Sonnenberg']) {
    const asking = createApiClient(lab, (await register(name)).token).friends;
    const [found] = (await asking.find({ Name: 'Wilhelmina' })).Players;
    await asking.sendRequest({ PlayerId: found?.PlayerId ?? '', Name: 'Wilhelmina' });
  }
  const asked = await register(foundName);
  await createApiClient(lab, asked.token).friends.settings({ Findable: true });
  const [toAsk] = (await friends.find({ Name: foundName })).Players;
  await friends.sendRequest({ PlayerId: toAsk?.PlayerId ?? '', Name: foundName });
  await createApiClient(lab, (await register(`${foundName} the Second`)).token).friends.settings({ Findable: true });
  const rude = await register('Somebody Rude');
  await createApiClient(lab, rude.token).friends.acceptLink({ Token: token });
  await friends.block({ FriendAccountId: rude.accountId });
  for (const game of ['gem-miner', 'sky-courier']) await connectGame(lab, full, game);
  await arrangeTickets(lab, full);
  return { lab, full, lonely, link };
}

const befriended = [
  ['Ines Duarte', 'Digging below 300 m'],
  ['Bartholomäus Schwarzenberger-Donaudampf', 'Found the great sapphire and is on the way back up with an empty lamp'],
  ['داریا', 'در جست‌وجوی گوهر'],
  ['Chiyo', '雲の上を配達中'],
  ['Lee', ''],
  ['Ursula', 'Resting'],
] as const;

const foundName = 'Orsolya Kis';

async function arrangeTickets(lab: LabServer, { token, email }: Player): Promise<void> {
  const { support } = createApiClient(lab, token);
  const desk = createApiClient(lab, await createOperatorKey(lab)).support;
  const send = async (Message: string): Promise<string> =>
    (await support.sendMessage({ Message, Email: email, Game: 'gem-miner' })).TicketId ?? '';
  const closed = await send('I was charged twice.');
  await desk.deskAnswer({ TicketId: closed, Message: 'The second one was sent back.', Close: true });
  const answered = await send('My lamp went out.\nIt happens below 300 m, each time when the music changes.');
  await desk.deskAnswer({ TicketId: answered, Message: 'Thank you! Does it come back after a reload?' });
  await support.reply({ TicketId: answered, Message: 'No.' });
  await desk.deskAnswer({
    TicketId: answered,
    Message: 'Then it is mended in the next update: https://example.org/updates',
  });
}

async function goTo(page: Page, { lab, language }: ScreenPlayers, path: string): Promise<void> {
  const address = new URL(path, lab.url);
  address.searchParams.set('lang', language);
  await page.goto(address.href);
  // A page that shows presence keeps a request open, so the network never becomes idle.
  await page.locator('h1').first().waitFor();
  await expect(page.locator('.skeleton')).toHaveCount(0);
}

async function openFriends(page: Page, stage: ScreenPlayers, path: string): Promise<void> {
  await goTo(page, stage, path);
  await page.locator(':is(.friends-button, .friends-opener):visible').first().click();
  await page.locator('.social-modal :is(.list, .empty-state)').first().waitFor();
}

async function openAdding(page: Page, stage: ScreenPlayers, path: string): Promise<void> {
  await openFriends(page, stage, path);
  await page.locator('.social-modal .actions.wide .button').first().click();
  await page.locator('.add-friends').waitFor();
}

async function openInvitation(page: Page, stage: ScreenPlayers): Promise<void> {
  await goTo(page, stage, stage.link);
  await page.getByRole('main').locator('.actions').waitFor();
}

async function openReport(page: Page, stage: ScreenPlayers, path: string): Promise<void> {
  if (path === '/Support') {
    await goTo(page, stage, path);
    await page.locator('.support-screen > header .button').click();
  } else {
    await openBar(page, stage, '.player-bar .menu > button');
    // After the leaderboards.
    await page.locator('.player-bar [popover]:popover-open button').nth(1).click();
  }
  await page.locator('.support-modal').waitFor();
}

async function openSupport(page: Page, stage: ScreenPlayers, seen: string): Promise<void> {
  await goTo(page, stage, '/Support');
  await page.locator(seen).first().waitFor();
}

async function openQuests(page: Page, stage: ScreenPlayers): Promise<void> {
  await goTo(page, stage, '/Quests');
  await page.locator('.empty-state').waitFor();
}

async function openBar(page: Page, stage: ScreenPlayers, opener: string): Promise<void> {
  await goTo(page, stage, '/play/gem-miner');
  await page.locator(opener).first().click();
}

async function openDevice(page: Page, stage: ScreenPlayers): Promise<string> {
  const [begun] = await Promise.all([page.waitForResponse('**/handoffs/begin'), openBar(page, stage, '.other-device')]);
  const { TokenLink } = (await begun.json()) as { TokenLink: string };
  await page.locator('.device-modal svg.qr').waitFor();
  return TokenLink;
}

async function beginHandoff({ lab, lonely }: ScreenPlayers): Promise<string> {
  const RedirectUri = `${lab.url}/play/gem-miner`;
  return (await createApiClient(lab, lonely.token).handoffs.begin({ RedirectUri })).TokenLink;
}

async function openFromGallery(page: Page, stage: ScreenPlayers, name: string): Promise<void> {
  await goTo(page, stage, '/lab/ui?part=Dialog');
  await page.locator('.openers').getByRole('button', { name, exact: true }).click();
  await page.getByRole('dialog').waitFor();
}

const withBody =
  (changed: object) =>
  async (route: Route): Promise<void> => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), ...changed } });
  };
