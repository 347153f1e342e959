// The profile whose screens are shown, and the way to another one.
import { ChevronsUpDown } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { useMay } from "../may.ts";
import { pathOf, useProfile } from "../profile.tsx";
import { useSession, useSignOut } from "../session.tsx";
import { shellWords as words } from "../words/shell.ts";
import "./ProfileMenu.css";

const NewProfileDialog = lazy(() =>
  import("../profile/NewProfile.tsx").then((module) => ({ default: module.NewProfileDialog })),
);

export function ProfileMenu() {
  const profile = useProfile();
  const { profiles, owner } = useSession();
  const signOut = useSignOut();
  const may = useMay();
  const [isCreating, setCreating] = useState(false);
  const act = (key: unknown) => {
    if (key === "sign-out") void signOut();
    if (key === "new") setCreating(true);
  };
  return (
    <>
      <MenuTrigger>
        <Button className="profile-button" aria-label={`${words.profile} ${profile.name}`}>
          <b>{profile.name}</b>
          <ChevronsUpDown size={14} aria-hidden="true" />
        </Button>
        <Popover className="menu-popover">
          <Menu aria-label={words.profiles} className="menu" onAction={act}>
            {profiles.map(({ id, name, timezone }) => (
              <MenuItem key={id} id={id} href={pathOf(name, "")} textValue={name} className="menu-item">
                <span>{name}</span>
                <span className="small">{timezone.replaceAll("_", " ")}</span>
              </MenuItem>
            ))}
            {may("manage") && (
              <MenuItem id="new" className="menu-item" textValue={words.newProfile}>
                {words.newProfile}
              </MenuItem>
            )}
            <MenuItem id="docs" href="/docs" className="menu-item" textValue={words.docs}>
              {words.docs}
            </MenuItem>
            <MenuItem id="sign-out" className="menu-item" textValue={words.signOut}>
              <span>{words.signOut}</span>
              <span className="small">{owner.email}</span>
            </MenuItem>
          </Menu>
        </Popover>
      </MenuTrigger>
      <Suspense>{isCreating && <NewProfileDialog onClose={() => setCreating(false)} />}</Suspense>
    </>
  );
}
