// Short messages about what was just done, spoken to screen readers, with an action where there is one.
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from "react";
import { regionWords } from "../words/region.ts";
import { shellWords } from "../words/shell.ts";
import { Button } from "./Button.tsx";
import "./Notices.css";

export interface Notice {
  readonly text: string;
  /** What only screen readers say after it: others see it. */
  readonly spoken?: string;
  readonly tone?: "plain" | "bad";
  readonly action?: { readonly label: string; readonly run: () => void };
}

type Shown = Notice & { readonly id: number };
type Show = (notice: Notice) => void;
const NoticeContext = createContext<Show>(() => {});

/** Shows a message for a while. */
export const useNotice = (): Show => useContext(NoticeContext);

const SHOWN_MS = 8000;
/** With an action, such as Undo, for people who need longer to reach it. */
const OFFERED_MS = 20_000;
const SHOWN_AT_ONCE = 3;

export function Notices({ children }: { readonly children: ReactNode }) {
  const [notices, setNotices] = useState<readonly Shown[]>([]);
  const lastId = useRef(0);
  const remove = useCallback((id: number) => setNotices((all) => all.filter((each) => each.id !== id)), []);
  const show = useCallback<Show>((notice) => {
    const id = ++lastId.current;
    // What is said again takes the place of the first time.
    const others = (all: readonly Shown[]) => all.filter(({ text }) => text !== notice.text);
    setNotices((all) => [...others(all), { ...notice, id }].slice(-SHOWN_AT_ONCE));
  }, []);
  return (
    <NoticeContext value={useMemo(() => show, [show])}>
      {children}
      <div className="notices" role="status" aria-live="polite" aria-label={regionWords.notices}>
        {notices.map((notice) => (
          <Message key={notice.id} notice={notice} close={() => remove(notice.id)} />
        ))}
      </div>
    </NoticeContext>
  );
}

/** A problem stays until it is closed; everything else goes, but not while somebody points at it or is in it. */
function Message({ notice, close }: { readonly notice: Notice; readonly close: () => void }) {
  const { text, spoken, tone = "plain", action } = notice;
  const [isHeld, setHeld] = useState(false);
  const latestClose = useRef(close);
  useEffect(() => void (latestClose.current = close));
  const stays = tone === "bad" || isHeld;
  const offers = action !== undefined;
  useEffect(() => {
    if (stays) return;
    const timer = setTimeout(() => latestClose.current(), offers ? OFFERED_MS : SHOWN_MS);
    return () => clearTimeout(timer);
  }, [stays, offers]);
  return (
    <div
      className={`notice ${tone}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <p>
        {text}
        {spoken !== undefined && <span className="hidden">{spoken}</span>}
      </p>
      {action && (
        <Button
          size="small"
          onPress={() => {
            close();
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <Button kind="quiet" size="small" aria-label={shellWords.close} onPress={close}>
        ✕
      </Button>
    </div>
  );
}
