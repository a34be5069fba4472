/** The lab's URL, read and written: `?lesson=leak-lab` with the settings that differ from the language's defaults. */
import { THEME_NAMES, type ThemeName } from "../../draw/theme.js";
import {
  defaultSettings,
  type LabSettings,
  readSettings,
  type SettingName,
  type TypedSettings,
  typedSettings,
} from "../../lab/settings.js";
import { oneOf } from "../../spec/address_forms.js";
import { LANGUAGES } from "../../words/words.js";
import { type Problem, UrlReader } from "../address/url_reader.js";
import { LAB } from "./lab_name.js";

const namesOf = (settings: LabSettings): SettingName[] => Object.keys(settings) as SettingName[];

export function readLabUrl(
  search: string,
  lang: string,
): { settings: LabSettings; problems: readonly Problem[] } {
  const read = new UrlReader(search);
  const defaults = defaultSettings(lang);
  read.text("lesson");
  read.value("lang", oneOf(LANGUAGES));
  read.value("theme", oneOf(THEME_NAMES));
  const given = namesOf(defaults).map((name) => [name, read.text(name)] as const);
  const typed = Object.fromEntries(given.filter(([, text]) => text !== undefined)) as Partial<TypedSettings>;
  const { settings, problems } = readSettings(typed, defaults);
  read.refuseUnknown();
  return { settings, problems: [...read.problems, ...problems] };
}

/** The task is always named, because its default depends on the language. */
export function labUrl(settings: LabSettings, lang: string, theme: ThemeName | undefined): string {
  const [typed, defaults] = [typedSettings(settings), typedSettings(defaultSettings(lang))];
  const changed = namesOf(settings).filter((name) => name === "task" || typed[name] !== defaults[name]);
  return `?${new URLSearchParams({
    lesson: LAB,
    lang,
    ...(theme ? { theme } : {}),
    ...Object.fromEntries(changed.map((name) => [name, typed[name]])),
  })}`;
}
