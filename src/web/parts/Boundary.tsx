// Catches what breaks below it: a screen of an older version that the server no longer has, or a fault of ours.
import { Component, type ReactNode } from "react";
import { regionWords as words } from "../words/region.ts";
import { Button } from "./Button.tsx";
import { Empty } from "./Region.tsx";

interface Props {
  /** Another one is another try. */
  readonly address?: string;
  readonly children: ReactNode;
}

interface State {
  readonly isBroken: boolean;
  readonly address: string | undefined;
}

export class Boundary extends Component<Props, State> {
  override readonly state: State = { isBroken: false, address: undefined };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  static getDerivedStateFromProps({ address }: Props, before: State): State | null {
    return address === before.address ? null : { isBroken: false, address };
  }

  override render() {
    if (!this.state.isBroken) return this.props.children;
    return (
      <Empty isPage title={words.broken}>
        <p>{words.brokenMore}</p>
        <Button kind="primary" onPress={() => location.reload()}>
          {words.reload}
        </Button>
      </Empty>
    );
  }
}
