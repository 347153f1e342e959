// The profile that the address names, and the time zone in which its times are shown.
import { createContext, useContext, useState, type ReactNode } from "react";
import { v1 } from "./api.ts";
import { useSession, type Session } from "./session.tsx";

export type Profile = Session["profiles"][number];

const ProfileContext = createContext<Profile | null>(null);
export const ProfileProvider = ProfileContext.Provider;

export function useProfile(): Profile {
  const profile = useContext(ProfileContext);
  if (profile === null) throw new Error("no profile here");
  return profile;
}

interface Zones {
  /** The zone in which times are shown. */
  readonly zone: string;
  /** The other one, where the person's own differs from the profile's. */
  readonly other: string | null;
  readonly swap: () => void;
}

const ZonesContext = createContext<Zones | null>(null);
const OWN_ZONE = "crier.own-zone";

/** Times are in the zone of the profile, until the person wants their own. */
export function ZonesProvider({ children }: { readonly children: ReactNode }) {
  const { timezone: profiles } = useProfile();
  const own = useSession().settings.timezone ?? profiles;
  const [wantsOwn, setWantsOwn] = useState(() => localStorage.getItem(OWN_ZONE) !== null);
  const [zone, other] = wantsOwn ? [own, profiles] : [profiles, own];
  const swap = () => {
    if (wantsOwn) localStorage.removeItem(OWN_ZONE);
    else localStorage.setItem(OWN_ZONE, "yes");
    setWantsOwn(!wantsOwn);
  };
  return (
    <ZonesContext value={{ zone, other: own === profiles ? null : other, swap }}>{children}</ZonesContext>
  );
}

export function useZones(): Zones {
  const zones = useContext(ZonesContext);
  if (zones === null) throw new Error("no profile here");
  return zones;
}

/** The zone in which this screen shows times. */
export const useZone = (): string => useZones().zone;

/** The API on this profile. */
export const useApi = () => v1(useProfile().id);

/** The address of a screen of this profile. @param screen such as `posts`; "" for Today */
export function usePath(): (screen: string) => string {
  const { name } = useProfile();
  return (screen) => pathOf(name, screen);
}

export const pathOf = (profileName: string, screen: string): string =>
  `/p/${encodeURIComponent(profileName)}${screen === "" ? "" : `/${screen}`}`;
