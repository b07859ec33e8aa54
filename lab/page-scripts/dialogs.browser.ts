// Dialogs of a simulated platform, shown over the game only, one after the other. Closing a dialog counts as its last
// answer.
import type { SimulatedDialog } from '#platforms/simulator-port.browser.ts';
import { createHtmlElement } from './page-parts.browser.ts';

export function createDialogOpener(
  screen: HTMLElement,
  frame: HTMLIFrameElement,
): (question: SimulatedDialog) => Promise<string> {
  let before: Promise<unknown> = Promise.resolve();
  return (question) => {
    const answered = before.then(() => ask(screen, frame, question));
    before = answered;
    return answered;
  };
}

function ask(
  screen: HTMLElement,
  frame: HTMLIFrameElement,
  { title, text, answers }: SimulatedDialog,
): Promise<string> {
  const last = answers.at(-1)?.name ?? '';
  const { promise, resolve } = Promise.withResolvers<string>();
  const dialog = createHtmlElement('dialog', 'platform-dialog');
  const heading = createHtmlElement('h2', '', title);
  heading.id = `question-${crypto.randomUUID()}`;
  dialog.setAttribute('aria-labelledby', heading.id);
  const cross = createHtmlElement('button', 'cross', '×');
  cross.type = 'button';
  cross.setAttribute('aria-label', 'Close');
  const buttons = answers.map(({ name, title: words }, at) => {
    const button = createHtmlElement('button', at === 0 ? 'main' : '', words);
    button.type = 'button';
    button.dataset['answer'] = name;
    button.addEventListener('click', () => end(name));
    return button;
  });
  const end = (answer: string): void => {
    frame.inert = false;
    dialog.remove();
    frame.focus();
    resolve(answer);
  };
  cross.addEventListener('click', () => end(last));
  dialog.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') end(last);
  });
  dialog.append(cross, heading, createHtmlElement('p', '', text), createHtmlElement('div', 'answers', ...buttons));
  screen.append(dialog);
  frame.inert = true;
  dialog.show();
  buttons[0]?.focus();
  return promise;
}
