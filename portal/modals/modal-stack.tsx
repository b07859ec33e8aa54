// The stack of modals, kept in the browser history: opening a modal adds an entry, so the back button closes it, and
// closing it navigates back. A URL can open a modal too (`?modal=share`). `openModal` resolves when the modal closes.
// After a reload its caller is gone, so the modal is not shown again. A modal with a required question blocks the back
// button by restoring its entry.
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { loadWithTexts } from '#portal/i18n/load-with-texts.ts';
import { BackButtonContext, ModalContext, type ModalName, type OpenModal } from '#portal/shell/open-modal.ts';
import { modals } from './registry.ts';

interface OpenedModal {
  readonly id: string;
  readonly name: ModalName;
  readonly params: object;
  readonly path: string;
  readonly isHeld: boolean;
  /** No longer blocks the back button, even if its effects have not run yet. */
  readonly isClosing: boolean;
  readonly onClosed: () => void;
}

export function ModalProvider({ children }: { children: ReactNode }) {
  const location = useLocation();
  const [opened, setOpened] = useState<readonly OpenedModal[]>([]);
  const { push, leave } = useModalHistory();
  const openIds = modalIds(location.state).join(' ');

  const open = useCallback<OpenModal>(
    (name, params) =>
      new Promise((resolve) => {
        const id = crypto.randomUUID();
        const path = push(id);
        const modal = { id, name, params, path, isHeld: false, isClosing: false, onClosed: resolve };
        setOpened((before) => [...before, modal]);
      }),
    [push],
  );
  const change = useCallback(
    (id: string, changes: Partial<OpenedModal>) =>
      setOpened((before) => before.map((modal) => (modal.id === id ? { ...modal, ...changes } : modal))),
    [],
  );

  const isHeldHere = ({ isHeld, isClosing, path }: OpenedModal): boolean =>
    isHeld && !isClosing && path === location.pathname;
  const afterLeaving = useEffectEvent((id: string) => {
    const modal = opened.find((each) => each.id === id);
    if (!modal) return;
    if (isHeldHere(modal)) return void push(id);
    setOpened((before) => before.filter((each) => each.id !== id));
    modal.onClosed();
  });
  const idsBefore = useRef<readonly string[]>([]);
  useEffect(() => {
    const ids = openIds.split(' ');
    const left = idsBefore.current.filter((id) => !ids.includes(id));
    idsBefore.current = ids;
    for (const id of left) afterLeaving(id);
  }, [openIds]);

  const ids = openIds.split(' ');
  return (
    <ModalContext value={open}>
      {children}
      <AddressedModal />
      {opened
        .filter((modal) => ids.includes(modal.id) || isHeldHere(modal))
        .map((modal) => (
          <StackedModal key={modal.id} {...{ modal, change, leave }} />
        ))}
    </ModalContext>
  );
}

/** Chromium and Firefox keep at most 50 entries, Safari more. */
const fullHistoryLength = 50;

/** The ids of open modals, bottom first, are stored in the state of the current history entry. */
function useModalHistory() {
  const location = useLocation();
  const navigate = useNavigate();
  // Modals can be opened and closed faster than the router renders.
  const current = useRef(location);
  const entries = useRef(0);
  useLayoutEffect(() => {
    current.current = location;
    entries.current = window.history.length;
  }, [location]);

  const goTo = useCallback(
    (ids: readonly string[], options: { replace: boolean }): string => {
      const { pathname, search, state } = current.current;
      const next = { ...(state as object | null), modals: ids };
      current.current = { ...current.current, state: next };
      void navigate({ pathname, search }, { ...options, state: next });
      entries.current = window.history.length;
      return pathname;
    },
    [navigate],
  );
  /** Returns the path of the modal's page. */
  const push = useCallback(
    (id: string): string => goTo([...modalIds(current.current.state), id], { replace: false }),
    [goTo],
  );
  /** Also removes the modals above it. */
  const leave = useCallback(
    (id: string): void => {
      const ids = modalIds(current.current.state);
      const at = ids.indexOf(id);
      if (at === -1) return;
      // If the game in the frame has added history entries, going back would navigate the game. A full history no longer
      // grows, so it does not show whether the game has added any.
      const { length } = window.history;
      const isOnTop = length === entries.current && length < fullHistoryLength;
      if (isOnTop) void navigate(at - ids.length);
      else goTo(ids.slice(0, at), { replace: true });
    },
    [goTo, navigate],
  );
  return { push, leave };
}

function StackedModal({
  modal: { id, name, params },
  change,
  leave,
}: {
  modal: OpenedModal;
  change: (id: string, changes: Partial<OpenedModal>) => void;
  leave: (id: string) => void;
}) {
  const hold = useCallback((isHeld: boolean) => change(id, { isHeld }), [change, id]);
  const close = useCallback(() => {
    change(id, { isClosing: true });
    leave(id);
  }, [change, leave, id]);
  return (
    <BackButtonContext value={hold}>
      <ModalHost {...{ name, params, close }} />
    </BackButtonContext>
  );
}

const addressable = {
  share: () => ({ link: window.location.origin + window.location.pathname }),
  signIn: () => ({ byAddress: true }),
} satisfies Partial<Record<ModalName, () => object>>;

function AddressedModal() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const close = useCallback(() => {
    const rest = new URLSearchParams(search);
    rest.delete('modal');
    void navigate({ search: rest.toString() }, { replace: true });
  }, [navigate, search]);
  const name = search.get('modal') ?? '';
  if (!isAddressable(name)) return null;
  return <ModalHost name={name} params={addressable[name]()} close={close} />;
}

const isAddressable = (name: string): name is keyof typeof addressable => Object.hasOwn(addressable, name);

// The caller's parameters were checked against the modal's props where it was opened.
const components = Object.fromEntries(
  Object.entries(modals).map(([name, load]) => [
    name,
    lazy(() => loadWithTexts(load as () => Promise<{ default: ComponentType<object> }>)),
  ]),
) as unknown as Readonly<Record<ModalName, ComponentType<object>>>;

function ModalHost({ name, params, close }: { name: ModalName; params: object; close: () => void }) {
  const Modal = components[name];
  return (
    <Suspense>
      <Modal {...params} {...{ close }} />
    </Suspense>
  );
}

function modalIds(state: unknown): string[] {
  const { modals: ids } = (state ?? {}) as { modals?: unknown };
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}
