// Which of the connected networks take a file: as it is, converted, or not at all. All of it is the server's own check.
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { call, v1 } from "../api.ts";
import { useNetworkName } from "../networks.ts";
import { Button } from "../parts/Button.tsx";
import { ErrorBox, Skeleton } from "../parts/Region.tsx";
import { Tile } from "../parts/Tile.tsx";
import { usePath, useProfile } from "../profile.tsx";
import { accountsQuery } from "../today/queries.ts";
import { mediaWords as words } from "../words/media.ts";
import { plainWords } from "../words/problem.ts";
import type { AskedShape } from "./crop/geometry.ts";
import { withTypeNames } from "./facts.ts";
import { fitOf, type Fit } from "./fits.ts";
import type { LibraryMedia } from "./queries.ts";

interface Props {
  readonly file: LibraryMedia;
  /** Null where it can't be cropped. */
  readonly onCrop: ((asked: AskedShape) => void) | null;
}

export function WhereItFits({ file, onCrop }: Props) {
  const { id: profileId } = useProfile();
  const path = usePath();
  const accounts = useQuery(accountsQuery(profileId));
  const ids = (accounts.data?.accounts ?? []).map(({ id }) => id);
  const { data, error, refetch } = useQuery({
    queryKey: ["checkPost", profileId, { media: file.id, accounts: ids }],
    queryFn: ({ signal }) =>
      call(() =>
        v1(profileId).posts.check.post(
          { caption: "", accounts: ids, media: [file.id], schedule: "draft" },
          { fetch: { signal } },
        ),
      ),
    enabled: ids.length > 0,
  });
  if (accounts.data !== undefined && ids.length === 0)
    return (
      <p className="small">
        {words.fitsNoAccounts} <Link href={path("write")}>{words.fitsWrite}</Link>
      </p>
    );
  if (data === undefined) return error ? <ErrorBox error={error} retry={refetch} /> : <Skeleton rows={2} />;
  return (
    <ul className="fits">
      {fitOf(file.id, data.targets).map((fit) => (
        <Line key={fit.key} fit={fit} onCrop={onCrop} />
      ))}
    </ul>
  );
}

interface LineProps extends Pick<Props, "onCrop"> {
  readonly fit: Fit;
}

function Line({ fit: { platform, handles, kind, why, crop }, onCrop }: LineProps) {
  const name = useNetworkName(platform);
  return (
    <li className={`fit ${kind}`}>
      <Tile platform={platform} isSimulated={false} isLabelled={false} />
      <div>
        <p>
          <b>{name}</b>
          {handles.length > 0 && <span dir="auto"> ({handles.join(", ")})</span>}
          <span className="fit-word">{words.fitsAs[kind]}</span>
        </p>
        {why !== null && <p className="small">{withTypeNames(plainWords(why, true))}</p>}
      </div>
      {crop !== null && onCrop !== null && (
        <Button
          size="small"
          aria-label={words.cropForNetwork(name)}
          onPress={() => onCrop({ name, ratios: crop })}
        >
          {words.fitsCrop}
        </Button>
      )}
    </li>
  );
}
