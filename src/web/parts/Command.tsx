// A command to type on the server, with a button that copies it.
import { Copy } from "./Copy.tsx";
import "./Command.css";

export const Command = ({ text }: { readonly text: string }) => (
  <div className="command">
    <Copy text={text} />
  </div>
);
