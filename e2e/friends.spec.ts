// A player invites a friend from inside a game, and two players become friends by a link.
import type { Frame, Page } from '@playwright/test';
import {
  fetchSignedInAccount,
  createApiClient,
  expect,
  registerPlayer,
  signInByCode,
  inventPerson,
  test,
} from './lab-people.ts';

declare const FxId: {
  readonly friends: {
    list(): Promise<{ uid: string; displayName: string; photo: { url: string } }[]>;
    invite(options: { message: string; uids: string[] }): Promise<number>;
  };
};

test(
  'a player invites a friend from a game, and the friend sees it and plays',
  { tag: '@drill' },
  async ({ lab, anotherBrowser }) => {
    const page = await anotherBrowser(lab.tokens['Ada']);
    await page.goto(`${lab.url}/play/gem-miner?lang=en`);
    const game = await gameOf(page);
    await expect(game.locator('#friends')).toContainText('Borys');

    const friends = await game.evaluate(() => FxId.friends.list());
    const chiyo = friends.find(({ displayName }) => displayName === 'Chiyo');
    const { AccountId } = (await createApiClient(lab, lab.tokens['Chiyo']).profile.overview({})).Account;
    expect(chiyo?.uid, 'somebody who does not play the game').not.toBe(AccountId);
    expect(await drawn(game, chiyo?.photo.url ?? ''), 'the picture of a friend').toBe(true);

    const closed = game.evaluate(() => FxId.friends.invite({ message: '', uids: [] }));
    await invitation(page).getByRole('button', { name: 'Close' }).click();
    expect(await closed).toEqual({ outcome: 'cancelled' });

    const invited = game.evaluate(
      (uid) => FxId.friends.invite({ message: 'Dig with me!', uids: [uid] }),
      chiyo?.uid ?? '',
    );
    await expect(invitation(page)).toContainText('Dig with me!');
    await expect(invitation(page).getByRole('checkbox', { name: 'Chiyo' })).toBeChecked();
    await expect(invitation(page).getByRole('checkbox', { name: 'Borys' })).not.toBeChecked();
    await invitation(page).getByRole('button', { name: 'Invite: 1' }).click();
    await expect(invitation(page)).toContainText('Invitations sent: 1');
    await invitation(page).getByRole('button', { name: 'Close' }).last().click();
    expect(await invited).toEqual({ outcome: 'invited', invited: 1 });

    // The portal's own invitation dialog: a friend can be invited once a day.
    await page.getByRole('button', { name: 'Friends: 2' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Invite friends' }).click();
    await expect(invitation(page).getByRole('checkbox', { name: 'Chiyo' })).toBeDisabled();

    const friend = await anotherBrowser(lab.tokens['Chiyo']);
    await friend.goto(`${lab.url}/Profile?lang=en`);
    const waiting = friend.getByRole('list', { name: 'Invitations' }).getByRole('listitem');
    await expect(waiting).toContainText('Dig with me!');
    await waiting.getByRole('link', { name: 'Play: Ada invites you to Gem Miner' }).click();
    await expect(friend).toHaveURL(/\/play\/gem-miner/);
    await friend.goto(`${lab.url}/Profile?lang=en`);
    await expect(friend.getByRole('heading', { name: 'Friends' })).toBeVisible();
    await expect(
      friend.getByRole('region', { name: 'Friends' }).locator('bdi', { hasText: 'Ada' }).first(),
    ).toBeVisible();
    await expect(waiting).toHaveCount(0);
  },
);

test('an invitation link brings a new player into the same game, where both see each other, until one blocks the other', async ({
  lab,
  anotherBrowser,
}) => {
  const ines = await registerPlayer(lab, inventPerson('Ines Duarte'));
  const inviter = await anotherBrowser(ines.token);
  await inviter.goto(`${lab.url}/play/gem-miner?lang=en`);
  await inviter.getByRole('button', { name: 'Friends: 0' }).click();
  await inviter.getByRole('button', { name: 'Add friends' }).click();
  await inviter.getByRole('button', { name: 'Create a link' }).click();
  const shared = inviter.getByRole('dialog', { name: 'Share your invitation link' });
  const link = await shared.locator('.link').innerText();
  await shared.getByRole('button', { name: 'Close' }).click();

  const guest = await anotherBrowser();
  await guest.goto(`${link}&lang=en`);
  await expect(guest.getByText('Ines Duarte invites you to play Gem Miner together.')).toBeVisible();
  expect(guest.url(), 'the token is out of the address').not.toContain('fxi_');
  // Phones reload pages in the background. The invitation must survive a reload.
  await guest.reload();
  await guest.getByRole('button', { name: 'Become friends and play' }).click();
  const [news] = await Promise.all([
    inviter.getByText(/^You and .+ are friends now/).innerText(),
    signInByCode(lab, guest, inventPerson().email),
  ]);
  await expect(guest).toHaveURL(/\/play\/gem-miner/);
  const { Name } = await fetchSignedInAccount(lab, guest);

  expect(news).toContain(`You and ${Name} are friends now`);
  await inviter.getByRole('button', { name: 'Back to the list' }).click();
  await expect(friendIn(inviter, Name)).toContainText('Online');
  await guest.getByRole('button', { name: 'Friends: 1' }).click();
  await expect(friendIn(guest, 'Ines Duarte')).toContainText('Online');

  await friendIn(inviter, Name)
    .getByRole('button', { name: `More about ${Name}` })
    .click();
  await inviter.getByRole('button', { name: 'Block', exact: true }).click();
  await inviter
    .getByRole('dialog', { name: `Block ${Name}?` })
    .getByRole('button', { name: 'Block' })
    .click();
  await expect(friendIn(inviter, Name)).toHaveCount(0);
  await expect(friendIn(guest, 'Ines Duarte')).toHaveCount(0);
});

test(
  'a player found by name accepts in another window; both see status changes at once, and removing a friend removes it for both',
  { tag: '@drill' },
  async ({ lab, anotherBrowser }) => {
    const ana = await registerPlayer(lab, inventPerson('Anahita Rostami'));
    const ben = await registerPlayer(lab, inventPerson('Benvolio Tanaka'));
    const bensCalls = createApiClient(lab, ben.token).friends;
    await bensCalls.settings({ Findable: true });
    const [asking, asked] = [await anotherBrowser(ana.token), await anotherBrowser(ben.token)];
    await asked.goto(`${lab.url}/play/gem-miner?lang=en`);
    await asked.getByRole('button', { name: 'Friends: 0' }).click();

    await asking.goto(`${lab.url}/play/gem-miner?lang=en`);
    await asking.getByRole('button', { name: 'Friends: 0' }).click();
    await asking.getByRole('button', { name: 'Add friends' }).click();
    await asking.getByLabel('Player name').fill('Benvolio');
    await asking.getByRole('button', { name: 'Search' }).click();
    await asking.getByRole('button', { name: 'Add: Benvolio Tanaka' }).click();
    await expect(asking.getByText('Request sent', { exact: true })).toBeVisible();

    await asked.getByRole('button', { name: 'Accept: Anahita Rostami' }).click();
    await expect(asking.getByText('You and Benvolio Tanaka are friends now')).toBeVisible();
    await asking.getByRole('button', { name: 'Back to the list' }).click();
    await expect(friendIn(asking, 'Benvolio Tanaka')).toContainText('Online');
    await expect(friendIn(asked, 'Anahita Rostami')).toContainText('Online');

    for (const Status of ['Digging below 300 m', 'Out of oil']) {
      await bensCalls.status({ Game: 'gem-miner', Status });
      await expect(friendIn(asking, 'Benvolio Tanaka')).toContainText(Status);
    }
    await asked.close();
    await expect(friendIn(asking, 'Benvolio Tanaka')).not.toContainText('Online');
    await expect(friendIn(asking, 'Benvolio Tanaka')).toContainText('Out of oil');

    await asking.getByRole('button', { name: 'More about Benvolio Tanaka' }).click();
    await asking.getByRole('button', { name: 'Remove', exact: true }).click();
    await asking
      .getByRole('dialog', { name: 'Remove Benvolio Tanaka from your friends?' })
      .getByRole('button', { name: 'Remove' })
      .click();
    await expect(friendIn(asking, 'Benvolio Tanaka')).toHaveCount(0);
    expect((await bensCalls.list({})).Friends).toEqual([]);
    expect((await bensCalls.get({ FriendsIds: [ana.accountId] })).Friends).toEqual([]);
  },
);

const friendIn = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Friends' }).getByRole('listitem').filter({ hasText: name });

const invitation = (page: Page) => page.getByRole('dialog', { name: 'Invite friends' });

async function gameOf(page: Page): Promise<Frame> {
  const frame = await (await page.locator('.player iframe').elementHandle())?.contentFrame();
  if (!frame) throw new Error('There is no game on the page.');
  return frame;
}

/** Whether the game can show a picture: its content security policy allows its own host only. */
const drawn = (game: Frame, url: string): Promise<boolean> =>
  game.evaluate(
    (address) =>
      new Promise<boolean>((resolve) => {
        const picture = new Image();
        picture.addEventListener('load', () => resolve(picture.naturalWidth > 0));
        picture.addEventListener('error', () => resolve(false));
        picture.src = address;
      }),
    url,
  );
