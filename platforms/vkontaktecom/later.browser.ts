// What of the half is loaded beside the game, in one file: nobody waits for it at the start.
export { adUnit, banner } from './ads.browser.ts';
export { agrees, invite, recommend, share } from './groups.browser.ts';
export { listFriends } from './list-friends.browser.ts';
export { isAllowedMethod } from './native-methods.browser.ts';
export { payByOrderBox } from './order-box.browser.ts';
