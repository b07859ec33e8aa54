import { expect, it, vi } from 'vitest';
import { createListeners } from '../bridge/listeners.browser.ts';
import { createPortalEvents } from './portal-events.ts';

function openPortal() {
  const heard = new Map<string, (data: unknown) => void>();
  const on = vi.fn((event: string, listener: (data: unknown) => void) => void heard.set(event, listener));
  return {
    portal: { call: () => Promise.resolve(), on },
    asked: () => on.mock.calls.map(([event]) => event),
    tell: (event: string, data: object) => heard.get(event)?.(data),
  };
}

const open = () => createPortalEvents(createListeners());

it('a portal is asked once for each event that somebody wants, by its name on the wire', () => {
  const events = open();
  events.on('orientationChanged', () => undefined);
  const { portal, asked } = openPortal();
  events.follow(portal);
  events.on('orientationChanged', () => undefined);
  events.on('userInfoChanged', () => undefined);
  expect(asked()).toEqual(['OrientationChanged', 'UserInfoChanged']);
});

it('who began to listen first hears of it first, until he stops', () => {
  const steps: string[] = [];
  const events = open();
  events.on('languageChanged', ({ language }) => void steps.push(`first ${language}`));
  const stop = events.on('languageChanged', ({ language }) => void steps.push(`second ${language}`));
  const { portal, tell } = openPortal();
  events.follow(portal);
  tell('LanguageChanged', { language: 'fr' });
  stop();
  tell('LanguageChanged', { language: 'de' });
  expect(steps).toEqual(['first fr', 'second fr', 'first de']);
});

it('the next portal is asked for all that was wanted of the one before', () => {
  const events = open();
  const heard = vi.fn();
  events.on('orientationChanged', heard);
  const [first, second] = [openPortal(), openPortal()];
  events.follow(first.portal);
  events.follow(second.portal);
  expect(second.asked()).toEqual(['OrientationChanged']);
  second.tell('OrientationChanged', { orientation: 'portrait' });
  expect(heard.mock.calls).toEqual([[{ orientation: 'portrait' }]]);
});
