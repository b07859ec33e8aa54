// A frame that lies over what a container holds, and can be neither seen nor reached until it is shown.

export interface Cover {
  /** Goes to an address, unseen again. */
  load(address: string): void;
  show(): void;
  /** The window of the frame, to tell its messages from others; undefined before it is loaded and after it is removed. */
  window(): Window | undefined;
  /** Leaves the container as it was. */
  remove(): void;
}

export function coverWith(container: HTMLElement, title: string): Cover {
  // oxlint-disable-next-line react/iframe-missing-sandbox -- the rule takes it for React's; the sandbox is the next line
  const frame = container.ownerDocument.createElement('iframe');
  frame.setAttribute('sandbox', permissions);
  frame.title = title;
  Object.assign(frame.style, { position: 'absolute', inset: '0', width: '100%', height: '100%', border: '0' });
  const formerPosition = container.style.position;
  let covered: Element[] = [];

  // Unseen by `visibility`, so that neither a pointer nor the keyboard gets there.
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
      // What lies beneath would otherwise take the focus, unseen.
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

// Whatever a button of another site needs, and never the right to move our page elsewhere.
const permissions =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-storage-access-by-user-activation';
