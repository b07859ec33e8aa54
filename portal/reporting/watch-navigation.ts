// Notifies of a navigation before anything renders.

export interface NavigationWindow {
  readonly history: Pick<History, 'pushState' | 'replaceState'>;
  addEventListener(type: 'popstate' | 'hashchange', listener: () => void): void;
}

export function watchNavigation(window: NavigationWindow, onPage: () => void): void {
  const { history } = window;
  const pushState = history.pushState.bind(history);
  const replaceState = history.replaceState.bind(history);
  history.pushState = (...state) => {
    pushState(...state);
    onPage();
  };
  history.replaceState = (...state) => {
    replaceState(...state);
    onPage();
  };
  window.addEventListener('popstate', onPage);
  window.addEventListener('hashchange', onPage);
}
