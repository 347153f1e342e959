// On which profiles the drafts of authors need an approval.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CheckboxGroup } from "react-aria-components";
import { admin, call } from "../api.ts";
import { Check } from "../parts/Check.tsx";
import { useNotice } from "../parts/Notices.tsx";
import { ErrorBox, Skeleton } from "../parts/Region.tsx";
import { peopleWords as words } from "../words/people.ts";
import { problemText } from "../words/problem.ts";

const profilesQuery = {
  queryKey: ["listProfiles"],
  queryFn: () => call(() => admin().profiles.get()),
};

export function Reviews() {
  const { data, error, refetch } = useQuery(profilesQuery);
  const queries = useQueryClient();
  const notice = useNotice();
  const profiles = data?.profiles ?? [];
  const change = async (chosen: readonly string[]) => {
    try {
      for (const { id, review } of profiles)
        if (chosen.includes(id) !== review)
          await call(() => admin().profiles({ id }).patch({ review: !review }));
      notice({ text: words.reviewSaved });
    } catch (fault) {
      notice({ text: problemText(fault), tone: "bad" });
    }
    for (const operation of ["listProfiles", "getSession"])
      await queries.invalidateQueries({ queryKey: [operation] });
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
          value={profiles.filter(({ review }) => review).map(({ id }) => id)}
          onChange={(chosen) => void change(chosen)}
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
