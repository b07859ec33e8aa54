// The launcher on a laptop: it has no account, so that whoever wants to be somebody signs in on the page.
import { createShellPage } from '../kit/simulator-shell.browser.ts';

export const page = createShellPage({
  look: { title: 'FxId Launcher', bar: '#14171f', text: '#ffffff', page: '#1d2230' },
  createHandlers: (stage) => ({
    FxShellInit: () => ({ language: stage.situation.language }),
    // Nobody has signed in to the launcher.
    FxShellGetLoginCode: () => ({}),
  }),
});
