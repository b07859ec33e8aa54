// A frame over a container's content. It cannot be seen or clicked until it is shown.

export interface CoverFrame {
  load(address: string): void;
  show(): void;
  window(): Window | undefined;
  remove(): void;
}

export function createCoverFrame(container: HTMLElement, title: string): CoverFrame {
  // oxlint-disable-next-line react/iframe-missing-sandbox -- the rule takes it for React's; the sandbox is the next line
  const frame = container.ownerDocument.createElement('iframe');
  frame.setAttribute('sandbox', permissions);
  frame.title = title;
  Object.assign(frame.style, { position: 'absolute', inset: '0', width: '100%', height: '100%', border: '0' });
  const formerPosition = container.style.position;
  let covered: Element[] = [];

  // With `visibility`, so that neither pointer nor keyboard can reach it.
  const hide = () => {
    frame.style.visibility = 'hidden';
    for (const element of covered) element.removeAttribute('inert');
    covered = [];
  };
  hide();
  return {
    load(address) {
      hide();
      frame.src = address;
      if (frame.isConnected) return;
      container.style.position = 'relative';
      container.append(frame);
    },
    show() {
      frame.style.visibility = 'visible';
      // Otherwise the covered elements could get the focus.
      covered = [...container.children].filter((element) => element !== frame && !element.hasAttribute('inert'));
      for (const element of covered) element.setAttribute('inert', '');
    },
    window: () => frame.contentWindow ?? undefined,
    remove() {
      hide();
      frame.remove();
      container.style.position = formerPosition;
    },
  };
}

// The frame may not navigate our page.
const permissions =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-storage-access-by-user-activation';
