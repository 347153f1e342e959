// A dialog over the page, which stays as it is below.
import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import "./Dialog.css";

interface Props {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose?: () => void;
  readonly children: ReactNode;
  /** On phones it covers the page from below; a wide one covers it all. */
  readonly kind?: "dialog" | "wide" | "palette";
}

/** Without `onClose` it can't be dismissed. */
export function Dialog({ title, isOpen, onClose, children, kind = "dialog" }: Props) {
  return (
    <ModalOverlay
      className={`scrim ${kind}`}
      isOpen={isOpen}
      isDismissable={onClose !== undefined}
      isKeyboardDismissDisabled={onClose === undefined}
      onOpenChange={(open) => !open && onClose?.()}
    >
      <Modal className="sheet">
        <AriaDialog className="dialog">
          <Heading slot="title" className={kind === "palette" ? "hidden" : ""}>
            {title}
          </Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
