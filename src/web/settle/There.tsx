// The card "It is there", with its address where somebody has it.
import { useEffect, useRef, useState, type FormEvent } from "react";
import { Button } from "../parts/Button.tsx";
import { isWebAddress } from "../parts/External.tsx";
import { Field } from "../parts/Field.tsx";
import { SeenCard } from "./SeenCard.tsx";
import { settleWords as words } from "../words/settle.ts";

interface Props {
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly network: string;
  /** Where the account is seen: posts usually are at the same host. */
  readonly profileUrl: string | null;
  readonly isBusy: boolean;
  /** @param address null without one */
  readonly onConfirm: (address: string | null) => void;
}

export function There({ isOpen, onOpen, network, profileUrl, isBusy, onConfirm }: Props) {
  const [address, setAddress] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  /** The address with another host, about which the person was asked once: some networks have several. */
  const [doubtful, setDoubtful] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isOpen) input.current?.focus();
  }, [isOpen]);
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    const link = address.trim();
    if (link === "") onConfirm(null);
    else if (!isWebAddress(link)) setProblem(words.addressNoLink);
    else if (isElsewhere(link, profileUrl) && doubtful !== link) setDoubtful(link);
    else onConfirm(link);
  };
  return (
    <SeenCard title={words.there} more={words.thereMore} isOpen={isOpen} onOpen={onOpen}>
      {isOpen && (
        <form className="seen-card-form" onSubmit={confirm}>
          <Field
            label={words.address}
            name="address"
            hint={words.addressHint}
            problem={problem}
            value={address}
            maxLength={2000}
            inputRef={input}
            onChange={(value) => {
              setAddress(value);
              setProblem(null);
            }}
          />
          <p role="status" className="problem">
            {doubtful !== null &&
              doubtful === address.trim() &&
              words.addressOther(hostOf(doubtful), network)}
          </p>
          <Button kind="primary" type="submit" isPending={isBusy}>
            {words.confirmThere}
          </Button>
        </form>
      )}
    </SeenCard>
  );
}

const isElsewhere = (address: string, profileUrl: string | null): boolean =>
  profileUrl !== null && hostOf(profileUrl) !== hostOf(address);

const hostOf = (address: string): string => (URL.parse(address)?.hostname ?? "").replace(/^www\./, "");
