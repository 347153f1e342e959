// Goes anywhere by a few letters: screens, profiles, and posts by their words.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { Autocomplete, Input, Menu, MenuItem, SearchField } from "react-aria-components";
import { call } from "../api.ts";
import { Dialog } from "../parts/Dialog.tsx";
import { State } from "../parts/State.tsx";
import { pathOf, useApi, usePath, useProfile } from "../profile.tsx";
import { useSession } from "../session.tsx";
import { shellWords as words } from "../words/shell.ts";
import { useIsListed } from "./navigation.ts";
import "./Palette.css";

interface Props {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function Palette({ isOpen, onClose }: Props) {
  return (
    <Dialog title={words.search} kind="palette" isOpen={isOpen} onClose={onClose}>
      <Search onClose={onClose} />
    </Dialog>
  );
}

const FOUND = 8;
const FIRST_PLACES = 5;

function Search({ onClose }: Pick<Props, "onClose">) {
  const [text, setText] = useState("");
  // The field is there at once; the rest of the list follows.
  const count = useDeferredValue(Number.POSITIVE_INFINITY, FIRST_PLACES);
  const places = usePlaces()
    .filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()))
    .slice(0, count);
  const { posts, isSearching } = usePosts(useDeferredValue(text.trim()));
  const path = usePath();
  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      <SearchField aria-label={words.search} autoFocus onClear={onClose} className="palette-field">
        <Input placeholder={words.search} />
      </SearchField>
      <Menu
        className="menu"
        aria-label={words.search}
        onAction={onClose}
        renderEmptyState={() => (isSearching ? words.searching : words.nothingFound)}
      >
        {places.map(({ name, href }) => (
          <MenuItem key={href} id={href} href={href} textValue={name} className="menu-item">
            {name}
          </MenuItem>
        ))}
        {posts.map(({ id, excerpt, status }) => (
          <MenuItem
            key={id}
            id={id}
            href={path(`posts/${id}`)}
            textValue={excerpt}
            className="menu-item found-post"
          >
            <span>{excerpt}</span>
            <State status={status} />
          </MenuItem>
        ))}
      </Menu>
    </Autocomplete>
  );
}

function usePlaces() {
  const path = usePath();
  const { profiles } = useSession();
  const here = useProfile();
  const isListed = useIsListed();
  const screens = [
    ["", words.today, "read"],
    ["write", words.writePost, "draft"],
    ["calendar", words.calendar, "read"],
    ["posts", words.posts, "read"],
    ["queue", words.queue, "read"],
    ["media", words.media, "read"],
    ["accounts", words.accounts, "read"],
    ["accounts/connect", words.connect, "manage"],
    ["networks", words.networks, "read"],
    ["keys", words.keysAndAgents, "manage"],
    ["profile", words.profileSettings, "manage"],
    ["webhooks", words.webhooks, "manage"],
    ["activity", words.activity, "read"],
    ["people", words.people, "administer"],
    ["plan", words.plan, "administer"],
    ["simulator", words.simulator, "read"],
    ["system", words.system, "administer"],
    ["settings", words.settings, "self"],
  ] as const;
  return [
    ...screens
      .filter(([screen, , needs]) => isListed({ screen, needs }))
      .map(([screen, name]) => ({ name, href: path(screen) })),
    ...profiles
      .filter(({ id }) => id !== here.id)
      .map(({ name }) => ({ name: `${words.profile}: ${name}`, href: pathOf(name, "") })),
  ];
}

/** Posts whose text has these words. */
function usePosts(text: string) {
  const api = useApi();
  const { id } = useProfile();
  const isSearched = text.length > 1;
  const { data, isLoading, isPlaceholderData } = useQuery({
    queryKey: ["listPosts", id, { text, limit: FOUND }],
    queryFn: () => call(() => api.posts.get({ query: { q: text, view: "light", limit: String(FOUND) } })),
    enabled: isSearched,
    // What is chosen with the arrows stays chosen while the next letter is searched for.
    placeholderData: keepPreviousData,
  });
  return {
    posts: (isSearched && data?.posts.filter((post) => "excerpt" in post)) || [],
    isSearching: isSearched && (isLoading || isPlaceholderData),
  };
}
