/** The theme a canvas is painted in: the chosen one, adjusted to the system's settings. */
import { contrastDark, contrastLight, dark, light, printed, type Theme } from "../../draw/theme.js";

const QUERIES = {
  isDark: "(prefers-color-scheme: dark)",
  wantsContrast: "(prefers-contrast: more)",
  isForced: "(forced-colors: active)",
  isPrint: "print",
} as const;
export type SystemSettings = Readonly<Record<keyof typeof QUERIES, boolean>>;

/** Forced colours take precedence, then the chosen theme, then the system. */
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

/** Chromium counts the pages after `beforeprint`, but before `print` matches: what is printed must be drawn by then. */
let isAboutToPrint = false;
const PRINTS = ["beforeprint", "afterprint"] as const;

const queries = (): MediaQueryList[] => Object.values(QUERIES).map((query) => matchMedia(query));

export function shownTheme(asked: string): Theme {
  const matches = Object.entries(QUERIES).map(([name, query]) => [name, matchMedia(query).matches]);
  const system = Object.fromEntries(matches) as SystemSettings;
  return themeFor(asked, { ...system, isPrint: system.isPrint || isAboutToPrint });
}

/** Calls back whenever the system's settings change; returns a function that stops it. */
export function followSystem(changed: () => void): () => void {
  const followed = queries();
  const onPrint = ({ type }: Event): void => {
    isAboutToPrint = type === "beforeprint";
    changed();
  };
  for (const query of followed) query.addEventListener("change", changed);
  for (const type of PRINTS) window.addEventListener(type, onPrint);
  return () => {
    for (const query of followed) query.removeEventListener("change", changed);
    for (const type of PRINTS) window.removeEventListener(type, onPrint);
  };
}
