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
  /**
   * As `KeyboardEvent.key` names it, in lower case; `mod+k` for Ctrl or ⌘, `mod+shift+k` and `alt+1`, `shift+x` for a letter
   * with Shift, `g p` for one after the other.
   */
  readonly key: string;
  /** What it does, for the list. */
  readonly does: string;
  readonly run: () => void;
  /** Otherwise the key does what the browser does with it. */
  readonly when?: () => boolean;
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
  useSequences();
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

const LetterKeysContext = createContext(true);
/** Whether the person wants keys that are a single character: who speaks to the browser, or slips, may not. */
export const LetterKeys = LetterKeysContext.Provider;

/** One character, alone or after another; with Ctrl or Alt it is none. */
const isCharacter = (key: string): boolean => /^(?:shift\+)?.$|^. .$/u.test(key);

/** Keys that work while the component is shown. Single letters don't, while somebody types. */
export function useKeys(all: readonly Key[]): void {
  const hasLetters = useContext(LetterKeysContext);
  const keys = hasLetters ? all : all.filter(({ key }) => !isCharacter(key));
  useListedKeys(keys);
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const name = pressed;
    const withShift = event.shiftKey ? keys.find((each) => each.key === `shift+${name}`) : undefined;
    const key = withShift ?? keys.find((each) => each.key === name && each.when?.() !== false);
    const isChord = /^(?:mod|alt)\+/.test(name);
    if (!key || event.defaultPrevented || (isTyping(event) && !isChord)) return;
    event.preventDefault();
    key.run();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => hear(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}

/** The first key of those that are pressed one after the other. */
const FIRST = "g";
/** What was pressed last: `p`, or `g p` after `g`. */
let pressed = "";

/** Puts together what is pressed one after the other, before anybody hears it. */
function useSequences(): void {
  useEffect(() => {
    let isBegun = false;
    const note = (event: KeyboardEvent) => {
      const isModifier = ["Shift", "Control", "Alt", "Meta"].includes(event.key);
      const name = isModifier ? "" : nameOf(event);
      pressed = isBegun && !isModifier ? `${FIRST} ${name}` : name;
      // In a text it is a letter, and begins nothing.
      if (!isModifier) isBegun = pressed === FIRST && !isTyping(event);
    };
    document.addEventListener("keydown", note, { capture: true });
    return () => document.removeEventListener("keydown", note, { capture: true });
  }, []);
}

function nameOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  const isMod = ctrlKey || metaKey;
  // On a Mac, Alt makes other characters of the digits. Without Ctrl, Shift is part of the character.
  const [, digit] = altKey ? (/^Digit(\d)$/.exec(code) ?? []) : [];
  return `${isMod ? "mod+" : ""}${isMod && shiftKey ? "shift+" : ""}${altKey ? "alt+" : ""}${digit ?? key.toLowerCase()}`;
}

function isTyping({ target }: KeyboardEvent): boolean {
  // Below a dialog the keys of the page do nothing, wherever the focus is.
  if (topDialog() !== null) return true;
  const isText = "input:not([type=checkbox]), textarea, select, [contenteditable]";
  return target instanceof HTMLElement && target.matches(isText);
}

/** The dialog or menu that has the keyboard to itself; null without one. */
export const topDialog = (): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>("[role=dialog]")].at(-1) ?? null;

/** As it stands on a keyboard: `⌘K` on a Mac, `Ctrl K` elsewhere. */
export function keyLabel(key: string): string {
  const isMac = navigator.userAgent.includes("Mac");
  const names: Readonly<Record<string, string>> = {
    enter: "Enter",
    escape: "Esc",
    backspace: "⌫",
    arrowleft: "←",
    arrowright: "→",
    arrowup: "↑",
    arrowdown: "↓",
    shift: isMac ? "⇧" : "Shift",
    alt: isMac ? "⌥" : "Alt",
  };
  return key
    .split("+")
    .map((part) => (part === "mod" ? (isMac ? "⌘" : "Ctrl") : (names[part] ?? part.toUpperCase())))
    .join(isMac ? "" : " ");
}
