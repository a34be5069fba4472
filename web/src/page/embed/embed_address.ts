/** The URL of an embedded page: that of the page, with the controls to show and the origin that may listen. */
import { clipped, refused } from "../../module/errors.js";
import { LANGUAGES } from "../../words/words.js";
import type { Problem } from "../address/url_reader.js";
import { type PageState, parseUrl } from "../address/url_state.js";
import { type ParentOrigin, parentOrigin } from "./parent.js";

const CONTROLS = ["full", "minimal", "none"] as const;

export interface EmbedRequest {
  readonly state: PageState;
  readonly problems: readonly Problem[];
  readonly controls: (typeof CONTROLS)[number];
  readonly origin: ParentOrigin;
}

export function readEmbedAddress(search: string): EmbedRequest {
  const query = new URLSearchParams(search);
  const [wantedControls, wantedOrigin] = [query.get("controls"), query.get("origin")];
  query.delete("controls");
  query.delete("origin");
  const { state, problems } = parseUrl(`?${query}`, LANGUAGES);
  const controls = wantedControls === null ? "full" : CONTROLS.find((name) => name === wantedControls);
  const origin = parentOrigin(wantedOrigin);
  const wrong = [
    ...(controls ? [] : [refusal("controls", wantedControls, CONTROLS.join(", "))]),
    ...(origin.kind === "none" ? [refusal("origin", wantedOrigin, "https://example.org")] : []),
  ];
  return { state, problems: [...problems, ...wrong], controls: controls ?? "full", origin };
}

const refusal = (field: string, value: string | null, wants: string): Problem =>
  refused("bad-url-value", { field, got: clipped(value ?? ""), wants });
