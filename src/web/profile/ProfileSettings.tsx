// The settings of the profile, for those who manage it: saved together, or discarded.
import { useQuery } from "@tanstack/react-query";
import { Check } from "../parts/Check.tsx";
import { Choice } from "../parts/Choice.tsx";
import { isOfProfileFields, ProfileFields } from "../parts/ProfileFields.tsx";
import { ErrorBox, Skeleton } from "../parts/Region.tsx";
import { Stale } from "../parts/Stale.tsx";
import { isZone } from "../parts/ZoneField.tsx";
import { useProfile } from "../profile.tsx";
import { profileWords as words } from "../words/profile.ts";
import { DeleteProfile } from "./DeleteProfile.tsx";
import { NewPosts } from "./NewPosts.tsx";
import { profileQuery, type ProfileRecord, type Settings } from "./queries.ts";
import { SaveBar } from "./SaveBar.tsx";
import { useSettings } from "./useSettings.ts";
import { ZoneChange } from "./ZoneChange.tsx";
import "./Profile.css";

export function ProfileSettings() {
  const query = useQuery(profileQuery(useProfile().id));
  const { data, error, refetch } = query;
  return (
    <>
      <h1>{words.title}</h1>
      <Stale query={query} />
      {data !== undefined && <Form stored={data} />}
      {data === undefined && (error ? <ErrorBox error={error} retry={refetch} /> : <Skeleton rows={4} />)}
    </>
  );
}

function Form({ stored }: { readonly stored: ProfileRecord }) {
  const form = useSettings(stored);
  const { shown, change, error } = form;
  const isOtherZone = shown.timezone !== stored.timezone && isZone(shown.timezone);
  return (
    <div className="profile-form">
      <section className="card">
        <h2>{words.basics}</h2>
        <div className="form narrow">
          <ProfileFields name={shown.name} timezone={shown.timezone} refusal={error} onChange={change} />
          {isOtherZone && <ZoneChange profileId={stored.id} from={stored.timezone} to={shown.timezone} />}
          <div>
            <Choice<Settings["weekStart"]>
              label={words.weekStart}
              value={shown.weekStart}
              usual={shown.weekStart}
              options={words.days}
              onChange={(weekStart) => change({ weekStart })}
            />
          </div>
        </div>
      </section>
      <NewPosts
        profileId={stored.id}
        chosen={shown.defaultAccounts}
        onChange={(defaultAccounts) => change({ defaultAccounts })}
      />
      <section className="card">
        <h2>{words.rules}</h2>
        <Check isSelected={shown.review} onChange={(review) => change({ review })}>
          {words.review}
        </Check>
        <p className="small under-check">{words.reviewMore}</p>
        <Check isSelected={shown.keepMetadata} onChange={(keepMetadata) => change({ keepMetadata })}>
          {words.metadata}
        </Check>
        <p className="small under-check">{words.metadataMore}</p>
      </section>
      {error !== null && !isOfProfileFields(error) && <ErrorBox error={error} />}
      <SaveBar {...form} />
      <DeleteProfile id={stored.id} name={stored.name} />
    </div>
  );
}
