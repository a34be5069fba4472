/** Which theme a canvas is painted in: the one that was asked for, and what the reader's system makes of it. */
import { contrastDark, contrastLight, dark, light, printed, type Theme } from "../../draw/theme.js";

const QUERIES = {
  isDark: "(prefers-color-scheme: dark)",
  wantsContrast: "(prefers-contrast: more)",
  isForced: "(forced-colors: active)",
  isPrint: "print",
} as const;
export type SystemSettings = Readonly<Record<keyof typeof QUERIES, boolean>>;

/** Forced colours are the strongest wish; then comes the theme that was asked for, then the system. */
export function themeFor(asked: string, system: SystemSettings): Theme {
  if (system.isPrint) return printed;
  if (
    system.isForced ||
    asked === "contrast" ||
    (system.wantsContrast && asked !== "light" && asked !== "dark")
  )
    return system.isDark ? contrastDark : contrastLight;
  if (asked === "light" || asked === "dark") return asked === "dark" ? dark : light;
  return system.isDark ? dark : light;
}

const queries = (): MediaQueryList[] => Object.values(QUERIES).map((query) => matchMedia(query));

export function shownTheme(asked: string): Theme {
  const matches = Object.entries(QUERIES).map(([name, query]) => [name, matchMedia(query).matches]);
  return themeFor(asked, Object.fromEntries(matches) as SystemSettings);
}

/** Calls whenever the system's settings change, until the answer is called. */
export function followSystem(changed: () => void): () => void {
  const followed = queries();
  for (const query of followed) query.addEventListener("change", changed);
  return () => {
    for (const query of followed) query.removeEventListener("change", changed);
  };
}
