// The profile that the address names, with its time zone.
import { createContext, useContext } from "react";
import { v1 } from "./api.ts";

export interface Profile {
  readonly id: string;
  readonly name: string;
  readonly timezone: string;
}

const ProfileContext = createContext<Profile | null>(null);
export const ProfileProvider = ProfileContext.Provider;

export function useProfile(): Profile {
  const profile = useContext(ProfileContext);
  if (profile === null) throw new Error("no profile here");
  return profile;
}

/** The zone in which this screen shows times. */
export const useZone = (): string => useProfile().timezone;

/** The API on this profile. */
export const useApi = () => v1(useProfile().id);

/** The address of a screen of this profile. @param screen such as `posts`; "" for Today */
export function usePath(): (screen: string) => string {
  const { name } = useProfile();
  return (screen) => pathOf(name, screen);
}

export const pathOf = (profileName: string, screen: string): string =>
  `/p/${encodeURIComponent(profileName)}${screen === "" ? "" : `/${screen}`}`;
