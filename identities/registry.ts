// All sign-in methods that are not platforms. No other shared code lists them.
export { email } from './email/identity.ts';
export { firebase } from './firebase/identity.ts';
export { vkid } from './vkid/identity.ts';
export { twitch } from './twitch/identity.ts';
export { mygames } from './mygames/identity.ts';
export { steam } from './steam/identity.ts';
export { egs } from './egs/identity.ts';
