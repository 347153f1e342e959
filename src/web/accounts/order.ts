// Changes the order of accounts and their groups, by keyboard, menu or mouse.
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState, type RefObject } from "react";
import { admin, call, NoAnswerError } from "../api.ts";
import { useKeys } from "../keys.tsx";
import { useMay } from "../may.ts";
import { focusAfterDialog } from "../parts/focus-after-dialog.ts";
import { useNotice } from "../parts/Notices.tsx";
import { currentRow, moveRow } from "../parts/rows.ts";
import { useDragging } from "../parts/useDragging.ts";
import { accountsWords as words } from "../words/accounts.ts";
import { problemText } from "../words/problem.ts";
import { isMovable, type Band } from "./bands.ts";
import type { AccountRecord } from "./queries.ts";

export interface Order {
  /** The account that is being moved, while the server has not answered. */
  readonly moving: string | null;
  /** The accounts before and after it in its band, whose places it can take. */
  readonly beside: (id: string) => { readonly up: string | null; readonly down: string | null };
  /** It takes the place of another account, and joins its group. */
  readonly takePlace: (id: string, other: string) => void;
  /** @param group null: none */
  readonly join: (id: string, group: string | null) => void;
}

/** The id of the element that gets the focus after a move. */
export const rowIdOf = (id: string): string => `account-${id}`;

/**
 * @param accounts all of the profile, in their order
 * @param bands as they are shown
 */
export function useOrder(
  accounts: readonly AccountRecord[],
  bands: readonly Band[],
  list: RefObject<HTMLElement | null>,
): Order {
  const [moving, change] = useChange();
  const order: Order = {
    moving,
    beside(id) {
      const band = bands.find(
        ({ kind, accounts: all }) => isMovable(kind) && all.some((each) => each.id === id),
      );
      if (!band) return { up: null, down: null };
      const place = band.accounts.findIndex((each) => each.id === id);
      return { up: band.accounts[place - 1]?.id ?? null, down: band.accounts[place + 1]?.id ?? null };
    },
    takePlace(id, other) {
      const landing = landingOf(accounts, id, other);
      if (!landing) return;
      const { account, target, order: place, isJoining, isBefore } = landing;
      const group = isJoining ? { group: target.group } : {};
      const text = isJoining
        ? words.joined(account.handle, target.group)
        : words.moved(account.handle, target.handle, isBefore);
      void change(id, { order: place, ...group }, text);
    },
    join(id, group) {
      const account = accounts.find((each) => each.id === id);
      if (account) void change(id, { group }, words.joined(account.handle, group));
    },
  };
  useOrderKeys(order);
  useOrderByMouse(list, accounts, order);
  return order;
}

/** What becomes of an account that takes the place of another one. */
function landingOf(accounts: readonly AccountRecord[], id: string, other: string) {
  const from = accounts.findIndex((each) => each.id === id);
  const to = accounts.findIndex((each) => each.id === other);
  const [account, target] = [accounts[from], accounts[to]];
  if (!account || !target || from === to) return null;
  const isJoining = account.group !== target.group;
  return { account, target, order: to + 1, isJoining, isBefore: to < from };
}

type Change = (id: string, to: { group?: string | null; order?: number }, text: string) => Promise<void>;

/** One change after the other; what is shown is read again after each, and the account keeps the focus. */
function useChange(): readonly [string | null, Change] {
  const queries = useQueryClient();
  const notice = useNotice();
  const [moving, setMoving] = useState<string | null>(null);
  const isRunning = useRef(false);
  const change: Change = async (id, to, text) => {
    if (isRunning.current) return notice({ text: words.stillMoving });
    isRunning.current = true;
    setMoving(id);
    const fault = await call(() => admin().accounts({ id }).patch(to)).then(
      () => null,
      (error: unknown) => (error instanceof NoAnswerError ? words.moveUnknown : problemText(error)),
    );
    const shown = ["listProfileAccounts", "listAccountHistory", "listAccounts"];
    await Promise.all(shown.map((key) => queries.invalidateQueries({ queryKey: [key] })));
    notice(fault === null ? { text } : { text: fault, tone: "bad" });
    setMoving(null);
    isRunning.current = false;
    // A menu gives the focus back to its button, which is gone when the account is in another band now.
    focusAfterDialog(rowIdOf(id));
  };
  return [moving, change];
}

function useOrderKeys({ beside, takePlace }: Order): void {
  const may = useMay();
  const selected = () => currentRow()?.closest<HTMLElement>("[data-account]")?.dataset["account"] ?? null;
  const move = (to: "up" | "down") => () => {
    const id = selected();
    const other = id && beside(id)[to];
    if (id && other) takePlace(id, other);
  };
  const canMove = () => may("manage") && selected() !== null;
  useKeys([
    { key: "j", does: words.keys.next, run: () => moveRow(1) },
    { key: "k", does: words.keys.previous, run: () => moveRow(-1) },
    { key: "alt+arrowup", does: words.keys.up, run: move("up"), when: canMove },
    { key: "alt+arrowdown", does: words.keys.down, run: move("down"), when: canMove },
  ]);
}

function useOrderByMouse(
  list: RefObject<HTMLElement | null>,
  accounts: readonly AccountRecord[],
  { takePlace }: Order,
): void {
  useDragging<string, string>(list, {
    begin: (element) => element.dataset["account"] ?? null,
    over(item, element) {
      const row = element.closest<HTMLElement>("[data-account][draggable=true]");
      const id = row?.dataset["account"];
      const landing = id === undefined ? null : landingOf(accounts, item, id);
      if (!row || id === undefined || !landing) return null;
      const { target, isJoining, isBefore } = landing;
      const label = isJoining ? words.into(target.group) : words.landing(target.handle, isBefore);
      return { goal: id, element: row, side: isBefore ? "before" : "after", label };
    },
    drop: takePlace,
  });
}
