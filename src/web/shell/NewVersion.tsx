// Offers to load the page again after Crier was updated below an open tab.
import { useState } from "react";
import { Button } from "../parts/Button.tsx";
import { useSession } from "../session.tsx";
import { shellWords as words } from "../words/shell.ts";

export function NewVersion() {
  const { version } = useSession();
  const [first] = useState(version);
  if (version === first) return null;
  return (
    <div className="bar" role="status">
      <p>{words.newVersion}</p>
      <Button onPress={() => location.reload()}>{words.reload}</Button>
    </div>
  );
}
