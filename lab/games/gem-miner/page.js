// The page around the canvas: which panel is shown, and who has the focus. The canvas never draws words.

/** Returns the page's few verbs. `screen` is one of title, play, pause, over. */
export function createPagePanels(canvas) {
  const panels = [...document.querySelectorAll('[data-screen]')];

  return {
    screen: () => document.body.dataset.now,
    show(screen) {
      document.body.dataset.now = screen;
      for (const panel of panels) panel.hidden = panel.dataset.screen !== screen;
      const button = panels.find((panel) => !panel.hidden)?.querySelector('button');
      (button ?? canvas).focus({ preventScroll: true });
    },
    write(id, text) {
      const element = document.getElementById(id);
      // Screen readers repeat a live region whenever it is written, so only write what is new.
      if (element.textContent !== String(text)) element.textContent = text;
    },
    onPress(id, action) {
      document.getElementById(id).addEventListener('click', action);
    },
  };
}

export const wantsLessMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
