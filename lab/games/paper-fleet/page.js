// The page around the canvas: which panel is shown, and which element has the focus.

/** `screen` is title, play, pause or over. */
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
      // Screen readers repeat a live region whenever it is written.
      if (element.textContent !== String(text)) element.textContent = text;
    },
    onPress(id, action) {
      document.getElementById(id).addEventListener('click', action);
    },
  };
}

export const wantsLessMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
