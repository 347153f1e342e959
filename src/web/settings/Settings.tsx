// What a person can change about themselves, and where they are signed in.
import { settingsWords as words } from "../words/settings.ts";
import { Appearance } from "./Appearance.tsx";
import { Password } from "./Password.tsx";
import { Sessions } from "./Sessions.tsx";
import "./Settings.css";

export function Settings() {
  return (
    <>
      <h1>{words.title}</h1>
      <Appearance />
      <Password />
      <Sessions />
    </>
  );
}
