// The first set-up, in four steps: the owner, a profile, simulated accounts, and a first post.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { admin, call } from "../api.ts";
import { Empty, ErrorBox, Skeleton } from "../parts/Region.tsx";
import { setupWords as words } from "../words/sign-in.ts";
import { AccountsStep, PostStep } from "./FirstPost.tsx";
import { OwnerStep, ProfileStep, type NewOwner } from "./FirstOwner.tsx";
import "./Setup.css";

/** What follows `#` in the link that the server printed; browsers don't send it. */
const tokenInAddress = () => location.hash.slice(1);

export function Setup() {
  const [token, setToken] = useState(tokenInAddress);
  const [isSetUpHere, setSetUpHere] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ["getSetup"],
    queryFn: () => call(() => admin().setup.get()),
  });
  useEffect(() => {
    document.title = `${words.title} · Crier`;
    const read = () => setToken(tokenInAddress());
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);
  if (error && !data) return <Lone>{<ErrorBox error={error} retry={refetch} />}</Lone>;
  if (!data) return <Lone>{<Skeleton />}</Lone>;
  if (!isSetUpHere) {
    if (!data.needed) return <AlreadySetUp />;
    if (token === "") return <NoLink />;
  }
  const { hasProfile } = data;
  return (
    <Steps
      {...{ token, hasProfile }}
      onSetUp={() => setSetUpHere(true)}
      onNoLink={() => setToken("")}
      onAlreadySetUp={() => void refetch()}
    />
  );
}

interface StepsProps {
  readonly token: string;
  /** A profile was created on the command line. */
  readonly hasProfile: boolean;
  readonly onSetUp: () => void;
  /** The server did not accept the link. */
  readonly onNoLink: () => void;
  readonly onAlreadySetUp: () => void;
}

function Steps({ onSetUp, ...props }: StepsProps) {
  const [step, setStep] = useState(0);
  const [owner, setOwner] = useState<NewOwner>({ email: "", password: "" });
  const [refusal, setRefusal] = useState<unknown>(null);
  const [profile, setProfile] = useState({ id: "", name: "me" });
  const changeOwner = (changed: NewOwner) => {
    setOwner(changed);
    setRefusal(null);
  };
  const onRefusal = (fault: unknown) => {
    setRefusal(fault);
    setStep(0);
  };
  const onDone = (created: { readonly id: string; readonly name: string }) => {
    // The link has done its work: nobody needs to see its token in the address.
    history.replaceState(null, "", location.pathname);
    onSetUp();
    setOwner({ email: "", password: "" });
    setProfile(created);
    setStep(2);
  };
  return (
    <main className="setup">
      <ol className="setup-steps" aria-label={words.title}>
        {words.steps.map((name, n) => (
          <li key={name} aria-current={n === step ? "step" : undefined} className={n < step ? "past" : ""}>
            <span className="number">{n + 1}</span> {name}
          </li>
        ))}
      </ol>
      <div className="setup-step">
        <p className="small">{words.stepOf(step + 1, words.steps.length)}</p>
        {step === 0 && <OwnerStep {...{ owner, refusal }} onChange={changeOwner} onNext={() => setStep(1)} />}
        {step === 1 && (
          <ProfileStep
            {...props}
            {...{ owner }}
            onBack={() => setStep(0)}
            onOwnerRefused={onRefusal}
            onDone={onDone}
          />
        )}
        {step === 2 && <AccountsStep profile={profile} onNext={() => setStep(3)} />}
        {step === 3 && <PostStep profile={profile} />}
      </div>
    </main>
  );
}

function AlreadySetUp() {
  return (
    <Lone>
      <Empty isPage title={words.doneTitle}>
        <p>{words.done}</p>
        <a className="button primary" href="/sign-in">
          {words.toSignIn}
        </a>
      </Empty>
    </Lone>
  );
}

function NoLink() {
  return (
    <Lone>
      <h1>{words.noLinkTitle}</h1>
      <p>{words.noLink}</p>
      <ul className="bullets">
        {words.noLinkPlaces.map((place) => (
          <li key={place}>
            {place.split("`").map((part, n) => (n % 2 === 1 ? <code key={part}>{part}</code> : part))}
          </li>
        ))}
      </ul>
      <p className="small">{words.noLinkMore}</p>
    </Lone>
  );
}

const Lone = ({ children }: { readonly children: React.ReactNode }) => (
  <main className="lone">{children}</main>
);
