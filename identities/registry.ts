// Lists every sign-in method that is not a platform. No other shared code names one.
export { email } from './email/identity.ts';
export { firebase } from './firebase/identity.ts';
export { vkid } from './vkid/identity.ts';
export { twitch } from './twitch/identity.ts';
export { mygames } from './mygames/identity.ts';
export { steam } from './steam/identity.ts';
export { egs } from './egs/identity.ts';
