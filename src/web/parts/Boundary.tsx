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

export class Boundary extends Component<Props, { readonly isBroken: boolean }> {
  override readonly state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidUpdate({ address }: Props) {
    if (this.state.isBroken && address !== this.props.address) this.setState({ isBroken: false });
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
