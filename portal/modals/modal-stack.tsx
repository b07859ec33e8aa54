// One stack of modals for the whole portal. It lives in the history: opening one is a step forward, so the back button closes
// it, and Escape, the backdrop and the close button go the same way back. A modal can also be asked for by the address
// (`?modal=share`), so that it can be linked to.
//
// A modal opened by a call answers its caller when it closes, whichever way. After a reload nobody waits for an answer any
// more, and such a modal is not shown again.
//
// A modal that asks for what is required holds the page: the step back is taken again at once, and only the modal itself can
// close. Whoever goes further back leaves the page, and the modal with it.
import {
  createContext,
  lazy,
  Suspense,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { withTexts } from '#portal/i18n/with-texts.ts';
import { modals, type ModalName, type ModalProps } from './registry.ts';

export interface OpenModal {
  <N extends ModalName>(name: N, props: Omit<ModalProps<N>, 'close'>): Promise<void>;
}

interface Waiting {
  readonly id: string;
  readonly name: ModalName;
  readonly props: object;
  readonly done: () => void;
}

const ModalContext = createContext<OpenModal | undefined>(undefined);
const HoldContext = createContext<(isHeld: boolean) => void>(() => undefined);

/** Opens a modal and resolves when it has closed. */
export function useOpenModal(): OpenModal {
  const open = use(ModalContext);
  if (!open) throw new Error('useOpenModal is used outside ModalProvider.');
  return open;
}

/** For a modal that the back button must not close. */
export function useHeldPage(isHeld: boolean): void {
  const hold = use(HoldContext);
  useEffect(() => {
    hold(isHeld);
    return () => hold(false);
  }, [hold, isHeld]);
}

export function ModalProvider({ children }: { children: ReactNode }) {
  const location = useLocation();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [waiting] = useState(() => new Map<string, Waiting>());
  // The path of the page that a modal holds, by its id.
  const [held] = useState(() => new Map<string, string>());
  const openIds = idsIn(location.state).join(' ');

  const addToHistory = useCallback(
    (id: string) => {
      // The router keeps the state of an entry under this name.
      const { usr } = (window.history.state ?? {}) as { usr?: unknown };
      const state = { ...(usr as object), modals: [...idsIn(usr), id] };
      void navigate({ search: window.location.search }, { state });
    },
    [navigate],
  );

  const holdOn = useEffectEvent((id: string): boolean => {
    if (held.get(id) !== location.pathname) return false;
    addToHistory(id);
    return true;
  });
  // Whoever is no longer in the history has been closed, or holds the page.
  useEffect(() => {
    const ids = openIds.split(' ');
    for (const [id, { done }] of waiting) {
      if (ids.includes(id)) continue;
      if (holdOn(id)) continue;
      waiting.delete(id);
      done();
    }
  }, [waiting, openIds]);

  const open = useCallback<OpenModal>(
    (name, props) =>
      new Promise((resolve) => {
        const id = crypto.randomUUID();
        waiting.set(id, { id, name, props, done: resolve });
        addToHistory(id);
      }),
    [addToHistory, waiting],
  );

  const asked = search.get('modal');
  const byAddress = asked !== null && asked in addressable ? (asked as keyof typeof addressable) : undefined;
  const closeAddressed = useCallback(() => {
    const rest = new URLSearchParams(window.location.search);
    rest.delete('modal');
    void navigate({ search: rest.toString() }, { replace: true });
  }, [navigate]);
  const goBack = useCallback(
    (id: string) => {
      void navigate(-1);
      // A game in a frame has steps of its own in the history, and may have made one on top: then that was the way back.
      setTimeout(() => {
        const { usr } = (window.history.state ?? {}) as { usr?: unknown };
        const ids = idsIn(usr);
        if (!ids.includes(id)) return;
        const state = { ...(usr as object), modals: ids.filter((other) => other !== id) };
        void navigate({ search: window.location.search }, { replace: true, state });
      }, stepBackMs);
    },
    [navigate],
  );
  const hold = useCallback(
    (id: string, path: string | undefined) => void (path === undefined ? held.delete(id) : held.set(id, path)),
    [held],
  );
  const ids = openIds.split(' ');
  const shown = [...waiting.values()].filter(({ id }) => ids.includes(id) || held.get(id) === location.pathname);

  return (
    <ModalContext value={open}>
      {children}
      {byAddress && <ModalHost name={byAddress} props={addressable[byAddress]()} close={closeAddressed} />}
      {shown.map((one) => (
        <Stacked key={one.id} modal={one} {...{ hold, goBack }} />
      ))}
    </ModalContext>
  );
}

function Stacked({
  modal: { id, name, props },
  hold,
  goBack,
}: {
  modal: Waiting;
  hold: (id: string, path: string | undefined) => void;
  goBack: (id: string) => void;
}) {
  const { pathname } = useLocation();
  const setHeld = useCallback((isHeld: boolean) => hold(id, isHeld ? pathname : undefined), [hold, id, pathname]);
  const close = useCallback(() => {
    setHeld(false);
    goBack(id);
  }, [setHeld, goBack, id]);
  return (
    <HoldContext value={setHeld}>
      <ModalHost {...{ name, props, close }} />
    </HoldContext>
  );
}

/** How long a browser may take for a step back. */
const stepBackMs = 250;

/** The modals that an address may open, and what it opens them with. */
const addressable = {
  share: () => ({ link: window.location.origin + window.location.pathname }),
  signIn: () => ({ byAddress: true }),
} satisfies Partial<Record<ModalName, () => object>>;

// The registry's names, each with its component to be loaded; what a modal takes is checked where it is opened.
const components = Object.fromEntries(
  Object.entries(modals).map(([name, load]) => [
    name,
    lazy(() => withTexts(load as () => Promise<{ default: ComponentType<object> }>)),
  ]),
) as unknown as Readonly<Record<ModalName, ComponentType<object>>>;

function ModalHost({ name, props, close }: { name: ModalName; props: object; close: () => void }) {
  const Modal = components[name];
  return (
    <Suspense>
      <Modal {...props} {...{ close }} />
    </Suspense>
  );
}

function idsIn(state: unknown): string[] {
  const { modals: ids } = (state ?? {}) as { modals?: unknown };
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}
