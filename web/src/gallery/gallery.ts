/**
 * The gallery, for people who work on the page: every mark, scale, scene and figure on fixed numbers, all themes side by
 * side, at one shared time. `npm run dev` serves it; it is not part of any build.
 */
import { load } from "../module/page_entry.js";
import { asideTiles } from "./aside_tiles.js";
import { controls } from "./controls.js";
import { markTiles } from "./mark_tiles.js";
import { scaleTiles } from "./scale_tiles.js";
import { sceneTiles } from "./scene_tiles.js";
import type { Group } from "./tile.js";
import { type TileView, tileView } from "./tile_view.js";
import { reluBlock, tracesOf } from "./traces.js";

async function groups(): Promise<Group[]> {
  const hu = await load();
  const traces = tracesOf(hu);
  return [
    { name: "scenes", tiles: sceneTiles([...Object.values(traces), reluBlock(hu)]) },
    { name: "asides", tiles: asideTiles(hu, traces) },
    { name: "scales", tiles: scaleTiles(traces) },
    { name: "marks", tiles: markTiles },
  ];
}

function section({ name, tiles }: Group): { element: HTMLElement; views: TileView[] } {
  const element = document.createElement("section");
  element.id = name;
  const heading = document.createElement("h2");
  heading.textContent = name;
  const list = document.createElement("div");
  list.className = "tiles";
  const views = tiles.map(tileView);
  list.append(...views.map((view) => view.element));
  element.append(heading, list);
  return { element, views };
}

const sections = (await groups()).map(section);
const views = sections.flatMap((one) => one.views);
const bar = controls(() => paintAll());
const paintAll = (): void => {
  const { themes, ...shown } = bar.shown;
  for (const view of views) view.paint(shown, themes);
};
document.body.append(bar.element, ...sections.map(({ element }) => element));
paintAll();
