// A game on Facebook's canvas. One of the portal's payment providers takes the money, with the same script.
import { defineBrowserAdapter } from '../port.browser.ts';
import { describePlayer } from '../kit/person.browser.ts';
import { openCanvasClient, readLaunch } from './client.browser.ts';
import { trackCanvasPlayer } from './person.browser.ts';
import type { facebookgames } from './platform.ts';
import { createSocial, describeUser } from './social.browser.ts';

export const adapter = defineBrowserAdapter<typeof facebookgames>({
  async connect(host) {
    const launch = readLaunch(host.launchUrl);
    const canvas = await openCanvasClient(host, launch);
    const person = trackCanvasPlayer(host, canvas, launch);
    await person.learn();
    const { Event } = canvas.sdk;
    Event.subscribe('auth.authResponseChange', person.follow);
    return {
      ...createSocial(host, canvas),
      signIn: { open: person.signIn },
      login: person.prove,
      player: (account) =>
        describePlayer({
          ...describeUser(person.profile()),
          userId: person.userId() ?? '',
          fallbackName: account?.name,
          language: launch.locale,
        }),
      ...(launch.locale !== '' && { language: launch.locale }),
      dispose: () => Event.unsubscribe('auth.authResponseChange', person.follow),
    };
  },
});
