// The card "It is there", with its address where somebody has it.
import { useEffect, useRef, useState, type FormEvent } from "react";
import { Button } from "../parts/Button.tsx";
import { isWebAddress } from "../parts/External.tsx";
import { Field } from "../parts/Field.tsx";
import { Choice } from "./Choice.tsx";
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
  const [checked, setChecked] = useState("");
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isOpen) input.current?.focus();
  }, [isOpen]);
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    const given = address.trim();
    const fault = given === "" ? null : faultOf(given, profileUrl, network);
    // Another host is asked about once: some networks have several.
    if (fault !== null && (!isWebAddress(given) || checked !== given)) {
      setChecked(given);
      setProblem(fault);
      return;
    }
    onConfirm(given === "" ? null : given);
  };
  return (
    <Choice title={words.there} more={words.thereMore} isOpen={isOpen} onOpen={onOpen}>
      {isOpen && (
        <form className="choice-form" onSubmit={confirm}>
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
          <Button kind="primary" type="submit" isPending={isBusy}>
            {words.confirmThere}
          </Button>
        </form>
      )}
    </Choice>
  );
}

function faultOf(address: string, profileUrl: string | null, network: string): string | null {
  if (!isWebAddress(address)) return words.addressNoLink;
  const host = hostOf(address);
  return profileUrl === null || hostOf(profileUrl) === host ? null : words.addressOther(host, network);
}

const hostOf = (address: string): string => (URL.parse(address)?.hostname ?? "").replace(/^www\./, "");
