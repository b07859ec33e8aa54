// What the simulated page of VK does when the game's window calls. Dialogs are shown as VK shows them; who closes one has denied.
import type { SimulatedStage } from '../simulator-port.browser.ts';
import { fieldsOf, textOf, type Fields } from './fields-of.browser.ts';
import { SimulatedFault, userDenied } from './simulator-fault.browser.ts';
import { showOrderBox } from './simulator-order-box.browser.ts';

export type Handler = (params: Fields, stage: SimulatedStage) => Promise<object> | object;

const done = { result: true };
const success = { success: true };

export const handlers: Readonly<Record<string, Handler | undefined>> = {
  VKWebAppInit: () => done,
  VKWebAppGetUserInfo: async (_, stage) => fieldsOf(await stage.fetch('/profile', { user_id: stage.player.id })),
  VKWebAppGetConfig: ({ app_id }) => ({ app_id, api_host: 'api.vk.com', scheme: 'vkcom_light' }),
  VKWebAppGetClientVersion: () => ({ platform: 'web', version: '1' }),
  VKWebAppGetAuthToken: async ({ scope }, stage) => {
    const rights = textOf(scope);
    // What was granted before is given without a word; here nothing was.
    if (rights !== '') await agree(stage, 'Allow access', `The game asks for: ${rights}`, 'Allow');
    return fieldsOf(await stage.fetch('/token', { user_id: stage.player.id, scope: rights }));
  },
  VKWebAppCallAPIMethod: async ({ method, params }, stage) => {
    const answer = fieldsOf(await stage.fetch(`/method/${textOf(method)}`, fieldsOf(params)));
    if (!('error' in answer)) return answer;
    const { error_code, error_msg } = fieldsOf(answer['error']);
    throw new SimulatedFault(Number(error_code), textOf(error_msg), 'api_error');
  },
  VKWebAppGetFriends: (_, { player }) => ({
    users: player.friends.map(({ id, firstName, lastName }) => ({
      id: Number(id),
      first_name: firstName,
      last_name: lastName,
    })),
  }),

  VKWebAppShowOrderBox: showOrderBox,

  VKWebAppShowInviteBox: asks('Invite friends', 'Friends get an invitation to the game.', 'Invite', success),
  VKWebAppShowRequestBox: async ({ uid, message, requestKey }, stage) => {
    const friend = stage.player.friends.find(({ id }) => id === String(Number(uid)));
    await agree(stage, `Ask ${friend?.firstName ?? 'a friend'}`, textOf(message), 'Send');
    return { ...success, requestKey };
  },
  VKWebAppShare: async ({ link }, stage) => {
    await agree(stage, 'Share', textOf(link), 'Share on the wall');
    stage.notify('Shared on the wall.');
    return { type: 'post', post_id: 1 };
  },
  VKWebAppShowWallPostBox: async ({ message }, stage) => {
    await agree(stage, 'Post on the wall', textOf(message), 'Post');
    return { post_id: 1 };
  },
  VKWebAppAddToFavorites: asks('Add to favourites?', 'The game is then in the menu.', 'Add', done),
  VKWebAppAddToHomeScreen: asks('Add to the home screen?', 'The game gets an icon.', 'Add', done),
  VKWebAppJoinGroup: asks("Join the game's community?", 'Its news come to the feed.', 'Join', done),
  VKWebAppRecommend: asks('Recommend the game?', 'Friends see it.', 'Recommend', done),

  VKWebAppCheckNativeAds: (_, { situation }) => ({ result: situation.ad !== 'no-fill' }),
  VKWebAppShowNativeAds: async ({ ad_format }, stage) => {
    const { ad } = stage.situation;
    if (ad === 'no-fill') throw new SimulatedFault(20, 'No ads');
    if (ad === 'skipped') throw userDenied();
    if (ad === 'ask') await agree(stage, 'An advertisement', `Its kind is ${textOf(ad_format)}.`, 'Watch to the end');
    return done;
  },
  VKWebAppShowBannerAd: ({ banner_location, layout_type }, stage) => {
    if (stage.situation.ad === 'no-fill') throw new SimulatedFault(20, 'No ads');
    const edge = banner_location === 'top' ? 'top' : 'bottom';
    return { ...done, banner_location: edge, layout_type, banner_width: 320, banner_height: stage.banner(edge) };
  },
  VKWebAppCheckBannerAd: (_, { situation }) => ({ result: situation.ad !== 'no-fill' }),
  VKWebAppHideBannerAd: (_, stage) => {
    stage.banner(undefined);
    return done;
  },

  VKWebAppCopyText: ({ text }, stage) => {
    stage.notify(`Copied: ${textOf(text)}`);
    return done;
  },
  VKWebAppTrackEvent: () => done,
  VKWebAppResizeWindow: ({ width, height }) => ({ width, height }),
  VKWebAppScroll: ({ top }) => ({ top, height: 0 }),
};

function asks(title: string, text: string, yes: string, result: object): Handler {
  return async (_, stage) => {
    await agree(stage, title, text, yes);
    return result;
  };
}

async function agree(stage: SimulatedStage, title: string, text: string, yes: string): Promise<void> {
  const answers = [
    { name: 'yes', title: yes },
    { name: 'no', title: 'Cancel' },
  ];
  if ((await stage.ask({ title, text, answers })) !== 'yes') throw userDenied();
}
