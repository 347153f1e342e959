// Keyboard: each screen lists its keys once, and `?` shows them.
import {
  createContext,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  type ReactNode,
} from "react";

export interface Key {
  /** As `KeyboardEvent.key` names it, in lower case; `mod+k` for Ctrl or ⌘. */
  readonly key: string;
  /** What it does, for the list. */
  readonly does: string;
  readonly run: () => void;
}

type KeyList = readonly Pick<Key, "key" | "does">[];
interface Registry {
  readonly add: (keys: KeyList) => () => void;
  readonly lists: readonly KeyList[];
}
const KeysContext = createContext<Registry>({ add: () => () => {}, lists: [] });

export function KeysProvider({ children }: { readonly children: ReactNode }) {
  const [lists, setLists] = useState<readonly KeyList[]>([]);
  const value = useMemo(
    () => ({
      lists,
      add(keys: KeyList) {
        setLists((all) => [...all, keys]);
        return () => setLists((all) => all.filter((each) => each !== keys));
      },
    }),
    [lists],
  );
  return <KeysContext value={value}>{children}</KeysContext>;
}

/** The keys that work now, those of the frame first. */
export const useKeyLists = (): readonly KeyList[] => useContext(KeysContext).lists;

/** Lists keys that whatever has the focus hears by itself. */
export function useListedKeys(keys: KeyList): void {
  const { add } = useContext(KeysContext);
  const addList = useEffectEvent((list: KeyList) => add(list));
  // As text, so that a new array with the same keys changes nothing.
  const listed = JSON.stringify(keys.map(({ key, does }) => ({ key, does })));
  useEffect(() => addList(JSON.parse(listed) as KeyList), [listed]);
}

/** Keys that work while the component is shown. Single letters don't, while somebody types. */
export function useKeys(keys: readonly Key[]): void {
  useListedKeys(keys);
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const name = nameOf(event);
    const key = keys.find((each) => each.key === name);
    if (!key || event.defaultPrevented || (isTyping(event) && !name.startsWith("mod+"))) return;
    event.preventDefault();
    key.run();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => hear(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}

function nameOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string {
  const isMod = ctrlKey || metaKey;
  return `${isMod ? "mod+" : ""}${altKey ? "alt+" : ""}${key.toLowerCase()}`;
}

function isTyping({ target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  // In a dialog the keys of the page below do nothing.
  return (
    target.matches("input, textarea, select, [contenteditable]") || target.closest("[role=dialog]") !== null
  );
}

/** As it stands on a keyboard: `⌘K` on a Mac, `Ctrl K` elsewhere. */
export function keyLabel(key: string): string {
  const isMac = navigator.userAgent.includes("Mac");
  const names: Readonly<Record<string, string>> = { enter: "Enter", escape: "Esc", backspace: "⌫" };
  return key
    .split("+")
    .map((part) => (part === "mod" ? (isMac ? "⌘" : "Ctrl") : (names[part] ?? part.toUpperCase())))
    .join(isMac ? "" : " ");
}
