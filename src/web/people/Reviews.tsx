// On which profiles the drafts of authors need an approval.
import { useState } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CheckboxGroup } from "react-aria-components";
import { admin, call } from "../api.ts";
import { Check } from "../parts/Check.tsx";
import { useNotice } from "../parts/Notices.tsx";
import { ErrorBox, Skeleton } from "../parts/Region.tsx";
import { peopleWords as words } from "../words/people.ts";
import { problemText } from "../words/problem.ts";

const readProfiles = () => call(() => admin().profiles.get());
type Profile = Awaited<ReturnType<typeof readProfiles>>["profiles"][number];

const profilesQuery = {
  queryKey: ["listProfiles"],
  queryFn: readProfiles,
};

export function Reviews() {
  const { data, error, refetch } = useQuery(profilesQuery);
  const queries = useQueryClient();
  const notice = useNotice();
  const profiles = data?.profiles ?? [];
  const reviewed = profiles.filter(({ review }) => review).map(({ id }) => id);
  /** What is being saved; null while nothing is. */
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const save = async (ids: readonly string[]) => {
    setChosen(ids);
    const result = await changeReviews(profiles, ids).then(
      () => ({ text: words.reviewSaved }),
      (fault: unknown) => ({ text: problemText(fault), tone: "bad" as const }),
    );
    for (const operation of ["listProfiles", "getSession"])
      await queries.invalidateQueries({ queryKey: [operation] });
    setChosen(null);
    notice(result);
  };
  return (
    <section className="card">
      <h2>{words.review}</h2>
      <p className="small">{words.reviewMore}</p>
      {error && !data && <ErrorBox error={error} retry={refetch} />}
      {!data && !error && <Skeleton rows={1} />}
      {data && (
        <CheckboxGroup
          className="profile-checks"
          aria-label={words.review}
          value={[...(chosen ?? reviewed)]}
          isReadOnly={chosen !== null}
          onChange={(ids) => void save(ids)}
        >
          {profiles.map(({ id, name }) => (
            <Check key={id} value={id}>
              {name}
            </Check>
          ))}
        </CheckboxGroup>
      )}
    </section>
  );
}

async function changeReviews(profiles: readonly Profile[], chosen: readonly string[]): Promise<void> {
  for (const { id, review } of profiles)
    if (chosen.includes(id) !== review) await call(() => admin().profiles({ id }).patch({ review: !review }));
}
