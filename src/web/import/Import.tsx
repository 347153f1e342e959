// Posts from a file: choose it, see what is wrong with its rows, and create the others.
import { ArrowLeft } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { FileTrigger } from "react-aria-components";
import { Link } from "wouter";
import { useFileDrop } from "../file-drop.ts";
import { Button } from "../parts/Button.tsx";
import { ErrorBox, Skeleton } from "../parts/Region.tsx";
import { usePath } from "../profile.tsx";
import { importWords as words } from "../words/import.ts";
import { handedOver, handOver } from "./dropped-file.ts";
import { Rows } from "./Rows.tsx";
import { withRows, type Answer } from "./requests.ts";
import { FileError, useImport, type Import as Importing } from "./useImport.ts";
import { rowsOf } from "./useRepairs.ts";
import "./Import.css";

export function Import() {
  const path = usePath();
  const [dropped] = useState(handedOver);
  const importing = useImport(dropped);
  // Somebody who comes back later begins anew.
  useEffect(() => handOver(null), []);
  const { state, take } = importing;
  const { drop, isOver } = useFileDrop(take);
  return (
    <div className={`import ${isOver ? "over" : ""}`} {...drop}>
      <Link className="import-back small" href={path("posts")}>
        <ArrowLeft size={14} aria-hidden="true" /> {words.back}
      </Link>
      <h1>{words.title}</h1>
      {state.kind === "refused" && <Refused error={state.error} />}
      {(state.kind === "choose" || state.kind === "refused") && <Choose take={take} />}
      {state.kind === "checking" && <Busy isLost={state.isLost}>{words.checking(state.name)}</Busy>}
      {(state.kind === "checked" || state.kind === "creating") && (
        <Checked importing={importing} answer={state.answer} name={state.name} />
      )}
      {state.kind === "done" && <Done answer={state.answer} take={take} name={state.name} />}
    </div>
  );
}

function Refused({ error }: { readonly error: unknown }) {
  if (!(error instanceof FileError)) return <ErrorBox error={error} />;
  return (
    <div className="error-box" role="alert">
      <p>{error.message}</p>
    </div>
  );
}

function Choose({ take }: Pick<Importing, "take">) {
  return (
    <>
      <div className="import-drop">
        <p className="import-drop-title">{words.drop}</p>
        <p className="small">{words.dropMore}</p>
        <FileButton take={take} kind="primary">
          {words.choose}
        </FileButton>
      </div>
      <section className="import-format" aria-labelledby="format">
        <h2 id="format">{words.format}</h2>
        <p>{words.formatCsv}</p>
        <pre>{words.example}</pre>
        <p>{words.formatSchedule}</p>
        <p>
          {words.formatJson} <a href="/docs/api#importPosts">{words.guide}</a>
        </p>
      </section>
    </>
  );
}

interface FileProps extends Pick<Importing, "take"> {
  readonly kind: "primary" | "plain";
  readonly children: ReactNode;
}

function FileButton({ take, kind, children }: FileProps) {
  return (
    <FileTrigger
      acceptedFileTypes={[".csv", ".tsv", ".jsonl", ".ndjson", "text/csv", "application/x-ndjson"]}
      onSelect={(files) => {
        const file = files?.item(0);
        if (file) take(file);
      }}
    >
      <Button kind={kind}>{children}</Button>
    </FileTrigger>
  );
}

function Busy({ isLost, children }: { readonly isLost: boolean; readonly children: ReactNode }) {
  return (
    <>
      <p role="status">{children}</p>
      {isLost && <Lost />}
      <Skeleton rows={6} />
    </>
  );
}

const Lost = () => (
  <p className="import-lost" role="status">
    {words.lost}
  </p>
);

interface CheckedProps {
  readonly importing: Importing;
  readonly answer: Answer;
  readonly name: string;
}

function Checked({ importing: { state, create, take, rows: editing }, answer, name }: CheckedProps) {
  const shown = withRows(answer, rowsOf(editing.repairs));
  const { rows, ok, failed } = shown;
  const isAsked = [...editing.repairs.values()].some(({ isFresh, error }) => !isFresh && error === null);
  const isCreating = state.kind === "creating";
  const now = rows.filter((row) => row.ok && row.schedule === "now").length;
  return (
    <>
      <div className="import-head">
        <Summary title={words.checked(ok, failed)}>
          <p className="small" dir="auto">
            {name}
          </p>
          {now > 0 && <p>{words.atOnce(now)}</p>}
          {failed > 0 && <p>{words.repair}</p>}
        </Summary>
        <div className="row">
          {ok > 0 && (
            <Button kind="primary" isPending={isCreating || isAsked} onPress={create}>
              {words.create(ok, failed)}
            </Button>
          )}
          {!isCreating && (
            <FileButton take={take} kind="plain">
              {words.other}
            </FileButton>
          )}
        </div>
      </div>
      {isCreating && (state.isLost ? <Lost /> : <p role="status">{words.creating}</p>)}
      <Rows answer={shown} isDone={false} editing={isCreating ? null : editing} />
    </>
  );
}

function Done({
  answer,
  take,
  name,
}: { readonly answer: Answer; readonly name: string } & Pick<Importing, "take">) {
  const path = usePath();
  const made = answer.rows.filter(({ postId, replayed }) => postId !== null && !replayed).length;
  const again = answer.rows.filter(({ replayed }) => replayed).length;
  return (
    <>
      <div className="import-head">
        <Summary title={made > 0 ? words.done(made) : words.doneNone}>
          <p className="small" dir="auto">
            {name}
          </p>
          {again > 0 && <p>{words.again(again)}</p>}
          {answer.failed > 0 && (
            <p>
              {words.left(answer.failed)} {words.leftMore}
            </p>
          )}
        </Summary>
        <div className="row">
          <Link className="button primary" href={path("posts")}>
            {words.toPosts}
          </Link>
          <FileButton take={take} kind="plain">
            {words.other}
          </FileButton>
        </div>
      </div>
      <Rows answer={answer} isDone editing={null} />
    </>
  );
}

/** Where the keyboard and the screen reader go on. */
function Summary({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className="import-summary">
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </div>
  );
}
