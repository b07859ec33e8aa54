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

it('subscribes once to each event that has listeners, by its protocol name', () => {
  const events = open();
  events.on('orientationChanged', () => undefined);
  const { portal, asked } = openPortal();
  events.follow(portal);
  events.on('orientationChanged', () => undefined);
  events.on('userInfoChanged', () => undefined);
  expect(asked()).toEqual(['OrientationChanged', 'UserInfoChanged']);
});

it('calls listeners in the order in which they were added, until removed', () => {
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

it('subscribes to the same events on a new portal', () => {
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
