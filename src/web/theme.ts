// Light or dark, as the person chose; as the system says without a choice.
import { useEffect } from "react";

export type Theme = "auto" | "light" | "dark";

export function useTheme(theme: Theme): void {
  useEffect(() => {
    if (theme === "auto") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
  }, [theme]);
}
