// One post as an account's network will get it: its words, its files, and what Crier does to them.
import { useState } from "react";
import { Tile } from "../parts/Tile.tsx";
import type { Account } from "../today/queries.ts";
import { useNetworkName } from "../networks.ts";
import { composeWords as words } from "../words/compose.ts";
import { withTypeNames } from "../media/facts.ts";
import type { Media } from "../media/queries.ts";
import { piecesOf } from "./pieces.ts";
import type { CheckedTarget } from "./useCheck.ts";

interface Props {
  readonly target: CheckedTarget;
  readonly account: Account | undefined;
  readonly files: readonly Media[];
}

export function Preview({ target, account, files }: Props) {
  const { platform, handle, simulated, text, segments, media, kind } = target;
  const name = useNetworkName(platform);
  return (
    <article
      className={`preview ${simulated ? "simulated-edge" : ""}`}
      aria-label={`${words.previewOf} ${name} ${handle}`}
    >
      <header className="preview-head">
        <Face account={account} name={account?.displayName || handle} />
        <div>
          <p dir="auto" className="preview-name">
            {account?.displayName || handle}
          </p>
          <p className="small" dir="auto">
            {handle}
          </p>
        </div>
        <Tile platform={platform} isSimulated={simulated} isLabelled={false} />
      </header>
      {text === "" ? (
        <p className="small preview-empty">{words.noText}</p>
      ) : (
        <p dir="auto" className="preview-text" data-preview={target.accountId}>
          {piecesOf(text, segments).map(({ text: part, marks, from }) => (
            <span key={from} className={marks}>
              {part}
            </span>
          ))}
        </p>
      )}
      <PreviewFiles media={media} files={files} />
      {/* What it usually is, nobody has to be told. */}
      <Facts target={target} kind={kind === account?.kinds[0]?.title ? null : kind} />
    </article>
  );
}

/** The account's picture, or its first letter. */
function Face({ account, name }: Pick<Props, "account"> & { readonly name: string }) {
  const [isMissing, setMissing] = useState(false);
  const url = account?.avatarUrl ?? null;
  if (url !== null && !isMissing)
    return <img className="preview-face" src={url} alt="" onError={() => setMissing(true)} />;
  return (
    <span className="preview-face" aria-hidden="true">
      {name.slice(0, 1).toUpperCase()}
    </span>
  );
}

/** More are counted. */
const SHOWN = 4;

function PreviewFiles({ media, files }: Pick<CheckedTarget, "media"> & Pick<Props, "files">) {
  if (media.length === 0) return null;
  const rest = media.length - SHOWN;
  return (
    <ul className={`preview-files of-${Math.min(media.length, SHOWN)}`}>
      {media.slice(0, SHOWN).map(({ mediaId, sends, altText }, n) => {
        const file = files.find(({ id }) => id === mediaId);
        const { width, height } = sends;
        const isAlone = media.length === 1 && width !== null && height !== null;
        return (
          <li key={mediaId} title={altText ?? words.noAlt}>
            {file?.thumbnailUrl ? (
              <img
                src={
                  media.length === 1 && file.kind === "image"
                    ? (file.url ?? file.thumbnailUrl)
                    : file.thumbnailUrl
                }
                alt={altText ?? ""}
                style={isAlone ? { aspectRatio: `${width} / ${height}` } : undefined}
              />
            ) : (
              <span className="file-name">{file?.filename}</span>
            )}
            {file?.kind === "video" && (
              <span className="play-badge" aria-hidden="true">
                ▶
              </span>
            )}
            {n === SHOWN - 1 && rest > 0 && <span className="rest-badge">+{rest}</span>}
          </li>
        );
      })}
    </ul>
  );
}

function Facts({ target, kind }: { readonly target: CheckedTarget; readonly kind: string | null }) {
  const { segments, media } = target;
  const countOf = (what: "link" | "mention" | "tag") => segments.filter((each) => each.kind === what).length;
  const facts = [
    ...(kind === null ? [] : [words.as(kind)]),
    ...(["link", "mention", "tag"] as const).flatMap((what) => {
      const many = countOf(what);
      return many === 0 ? [] : [words.fact(many, words.facts[what])];
    }),
    ...(media.length === 0 ? [] : [words.files(media.length)]),
  ];
  const converted = media.flatMap(({ mediaId, why }) => (why === null ? [] : [{ mediaId, why }]));
  return (
    <footer className="preview-facts small">
      {facts.length > 0 && <p>{facts.join(" · ")}</p>}
      {converted.map(({ mediaId, why }) => (
        <p key={mediaId}>{withTypeNames(why)}</p>
      ))}
    </footer>
  );
}
