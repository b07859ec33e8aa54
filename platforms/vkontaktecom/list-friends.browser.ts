// Friends who play the same game, with the right that the player grants.
import type { AccessTokens } from './access-token.browser.ts';
import type { VkBridge } from './bridge-client.browser.ts';
import { fieldsOf } from './fields-of.browser.ts';
import { apiVersion, personOf, type Person } from './person-of.browser.ts';

type Friend = Person & { readonly uid: string };

const chunk = 100;
const mostFriends = 1000;

export async function listFriends({ send }: VkBridge, tokens: AccessTokens): Promise<Friend[]> {
  const access_token = await tokens.withRight('friends');
  const call = async (method: string, params: object): Promise<readonly unknown[]> => {
    const asked = { method, params: { ...params, access_token, v: apiVersion } };
    const { response } = await send('CallAPIMethod', asked);
    return Array.isArray(response) ? response : [];
  };
  const ids = (await call('friends.getAppUsers', {})).slice(0, mostFriends);
  const friends: Friend[] = [];
  for (let at = 0; at < ids.length; at += chunk) {
    const user_ids = ids.slice(at, at + chunk).join(',');
    for (const user of (await call('users.get', { user_ids, fields: 'photo_200,sex' })).map(fieldsOf))
      friends.push({ uid: String(user['id']), ...personOf(user) });
  }
  return friends;
}
