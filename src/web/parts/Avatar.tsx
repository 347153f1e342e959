// The picture of an account, or its first letter, with the network's tile on its corner.
import { useState } from "react";
import { useNetworkName } from "../networks.ts";
import "./Avatar.css";

interface Props {
  readonly name: string;
  readonly url: string | null;
  /** Left out where the network is named beside it. */
  readonly platform?: string;
  readonly isSimulated?: boolean;
}

export function Avatar({ name, url, platform, isSimulated = false }: Props) {
  const [isMissing, setMissing] = useState(false);
  return (
    <span className={`avatar ${isSimulated ? "simulated" : ""}`} aria-hidden="true">
      {url !== null && !isMissing ? (
        <img src={url} alt="" onError={() => setMissing(true)} />
      ) : (
        <span className="avatar-letter">{name.replace(/^@/, "").slice(0, 1).toUpperCase()}</span>
      )}
      {platform !== undefined && <Corner platform={platform} />}
    </span>
  );
}

function Corner({ platform }: { readonly platform: string }) {
  return <span className="avatar-network">{useNetworkName(platform).slice(0, 2)}</span>;
}
