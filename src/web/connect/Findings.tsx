// What a test of the application found, spoken when it comes.
import { admin, call } from "../api.ts";
import { connectWords as words } from "../words/connect.ts";

/** Asks the network about the application in use; nothing is connected. */
export const testApplication = (network: string) =>
  call(() => admin().networks({ id: network }).application.test.post());

export type Finding = Awaited<ReturnType<typeof testApplication>>["findings"][number];

interface Props {
  readonly findings: readonly Finding[] | null;
  readonly isBusy: boolean;
}

export function Findings({ findings, isBusy }: Props) {
  return (
    <div role="status">
      {isBusy && <p className="small">{words.testing}</p>}
      {!isBusy && findings !== null && (
        <ul className="findings">
          {findings.map(({ about, verdict, text }) => {
            const { word, icon, tone } = words.verdicts[verdict];
            return (
              <li key={about}>
                <span className={`state ${tone}`}>
                  <span aria-hidden="true">{icon}</span> {words.about[about]}: {word}
                </span>
                <p className="small">{text}</p>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
