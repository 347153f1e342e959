// The pictures and videos of a post, with the descriptions that people who can't see them hear.
import { regionWords as words } from "../words/region.ts";
import { External } from "./External.tsx";
import "./PostMedia.css";

interface Props {
  readonly media: readonly {
    readonly id: string;
    readonly filename: string;
    readonly kind: "image" | "video";
    readonly altText: string | null;
    readonly url: string | null;
    readonly thumbnailUrl: string | null;
  }[];
}

export function PostMedia({ media }: Props) {
  if (media.length === 0) return null;
  return (
    <ul className="post-media">
      {media.map(({ id, filename, kind, altText, url, thumbnailUrl }) => (
        <li key={id}>
          <figure>
            {thumbnailUrl === null ? (
              <div className="post-media-none">{url === null ? words.deleted : words.kinds[kind]}</div>
            ) : (
              <img src={thumbnailUrl} alt={altText ?? ""} loading="lazy" decoding="async" />
            )}
            <figcaption className="small">
              {url === null ? filename : <External href={url}>{filename}</External>}
              <span dir="auto">{altText === null || altText === "" ? words.noAlt : altText}</span>
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  );
}
