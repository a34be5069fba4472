/** The gallery's shared controls: time, play, stage size and themes. */
import { contrastDark, contrastLight, dark, light, type Theme } from "../draw/theme.js";
import { Frames } from "../timeline/frames.js";
import {
  AT_REST,
  advance,
  atMoment,
  momentOf,
  type Playback,
  paused,
  resumed,
  withSteps,
} from "../timeline/playback.js";
import type { View } from "./tile.js";

const DURATION_MS = 6000;
const STAGES = ["800×520", "1000×700", "360×420"];
const THEMES: readonly (readonly [name: string, theme: Theme, shown: boolean])[] = [
  ["light", light, true],
  ["dark", dark, true],
  ["contrast light", contrastLight, false],
  ["contrast dark", contrastDark, false],
];

export type Shown = Omit<View, "theme"> & { readonly themes: readonly Theme[] };

export interface Controls {
  readonly element: HTMLElement;
  readonly shown: Shown;
}

/** Calls `changed` after every change of what is shown. */
export function controls(changed: () => void): Controls {
  let playback = withSteps(AT_REST, [DURATION_MS]);
  const frames = new Frames((ms) => show(advance(playback, ms, true)));
  const element = document.createElement("div");
  element.className = "controls";
  const slider = input("range", { min: "0", max: "1", step: "0.005", value: "1" });
  slider.setAttribute("aria-label", "t");
  const moment = document.createElement("output");
  const play = document.createElement("button");
  play.textContent = "play";
  const stage = document.createElement("select");
  stage.append(...STAGES.map((size) => new Option(size)));
  const boxes = THEMES.map(([name, theme, checked]) => ({ theme, name, box: checkbox(checked) }));
  element.append(play, slider, moment, stage, ...boxes.map(({ name, box }) => labelled(name, box)));
  slider.addEventListener("input", () => show(atMoment(playback, 0, slider.valueAsNumber)));
  play.addEventListener("click", () => show(playback.playing ? paused(playback) : resumed(playback)));
  for (const control of [stage, ...boxes.map(({ box }) => box)]) control.addEventListener("change", changed);
  const show = (next: Playback): void => {
    playback = next;
    frames.run(playback.playing);
    slider.value = String(momentOf(playback));
    moment.textContent = `t = ${momentOf(playback).toFixed(3)}`;
    changed();
  };
  moment.textContent = "t = 1.000";
  return {
    element,
    get shown() {
      const [width = 0, height = 0] = stage.value.split("×").map(Number);
      return {
        t: momentOf(playback),
        width,
        height,
        themes: boxes.filter(({ box }) => box.checked).map((b) => b.theme),
      };
    },
  };
}

function input(type: string, attributes: Readonly<Record<string, string>>): HTMLInputElement {
  const element = document.createElement("input");
  element.type = type;
  return Object.assign(element, attributes);
}

const checkbox = (checked: boolean): HTMLInputElement => {
  const box = input("checkbox", {});
  box.checked = checked;
  return box;
};

function labelled(name: string, box: HTMLElement): HTMLElement {
  const label = document.createElement("label");
  label.append(box, ` ${name}`);
  return label;
}
