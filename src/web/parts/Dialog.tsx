// A dialog over the page, which stays as it is below.
import { useEffectEvent, useLayoutEffect, useRef, type ReactNode, type RefObject } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { topDialog } from "../keys.tsx";
import "./Dialog.css";

interface Props {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose?: () => void;
  readonly children: ReactNode;
  /**
   * On phones it covers the page from below; a wide one covers it all. A tall one is for content that loads late: it
   * grows downwards, and on phones has its full height from the start, so nothing moves under the pointer.
   */
  readonly kind?: "dialog" | "wide" | "tall" | "palette";
}

/** Without `onClose` it can't be dismissed. */
export function Dialog({ title, isOpen, onClose, children, kind = "dialog" }: Props) {
  const dialog = useRef<HTMLElement>(null);
  return (
    <ModalOverlay
      className={`scrim ${kind}`}
      isOpen={isOpen}
      isDismissable={onClose !== undefined}
      isKeyboardDismissDisabled={onClose === undefined}
      onOpenChange={(open) => !open && onClose?.()}
    >
      <Modal className="sheet">
        <AriaDialog className="dialog" ref={dialog}>
          <Heading slot="title" className={kind === "palette" ? "hidden" : ""}>
            {title}
          </Heading>
          {onClose && <Escape dialog={dialog} onEscape={onClose} />}
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

interface EscapeProps {
  readonly dialog: RefObject<HTMLElement | null>;
  readonly onEscape: () => void;
}

/** Hears Escape where the focus is not in the dialog: it gets there a moment after the dialog is shown. */
function Escape({ dialog, onEscape }: EscapeProps) {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const top = topDialog();
    const isOutside = event.target instanceof Node && top?.contains(event.target) === false;
    if (event.key !== "Escape" || top !== dialog.current || !isOutside) return;
    event.preventDefault();
    event.stopPropagation();
    onEscape();
  });
  // At once: other effects may come later than the next key.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => hear(event);
    document.addEventListener("keydown", listener, { capture: true });
    return () => document.removeEventListener("keydown", listener, { capture: true });
  }, []);
  return null;
}
