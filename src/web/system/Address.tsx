// The public address, and whether networks can reach it.
import { useQuery } from "@tanstack/react-query";
import { admin, call } from "../api.ts";
import { Button } from "../parts/Button.tsx";
import { External } from "../parts/External.tsx";
import { ErrorBox } from "../parts/Region.tsx";
import { systemWords as words } from "../words/system.ts";

const readAddress = () => call(() => admin()["public-address"].get());

export function Address({ url }: { readonly url: string | null }) {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ["checkPublicAddress"],
    queryFn: readAddress,
    // It asks through the internet: only when somebody wants to know.
    enabled: false,
  });
  return (
    <section className="card" aria-labelledby="address-title">
      <div className="card-top">
        <h2 id="address-title">{words.address}</h2>
        <Button isPending={isFetching} onPress={() => void refetch()}>
          {words.check}
        </Button>
      </div>
      <div>
        <p>{url === null ? words.noAddress : <External href={url}>{url}</External>}</p>
        <div role="status">
          {data && !isFetching && (
            <p>
              {data.status === "reachable" ? (
                <span className="state posted">
                  <span aria-hidden="true">✓</span> {words.reachable}
                </span>
              ) : (
                <>
                  <span className="state unsure">
                    <span aria-hidden="true">⚠</span> {words.unreachable}
                  </span>{" "}
                  {data.detail}
                </>
              )}
            </p>
          )}
        </div>
      </div>
      {error && <ErrorBox error={error} />}
    </section>
  );
}
