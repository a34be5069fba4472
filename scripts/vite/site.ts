/** Builds dist/site: the page in files that load when they are needed. */

import path from "node:path";
import type { CompressOptions } from "terser";
import type { Plugin, UserConfig } from "vite";
import { themeCss } from "../../web/src/views/common/theme_css.js";
import { licencesBeside } from "../lib/licences/licences.mjs";
import { classicBeside } from "../lib/plugins/classic.mjs";
import { guide } from "../lib/plugins/guide.mjs";
import { offline } from "../lib/plugins/offline.mjs";
import { plainPreload, preload, preloadOnce } from "../lib/plugins/preload.mjs";
import { noScript } from "../lib/plugins/words.mjs";
import { chunked, contentPlugins, glueWithoutUrl, inRoot, PAGE_GLUE, pageModule, sources } from "./shared.js";

// The output is 3 % smaller than esbuild's. `conditionals` is off because it would merge two imports in one condition, and Vite
// would not find the dependencies of each.
const compress: CompressOptions = {
  passes: 3,
  ecma: 2020,
  unsafe_arrows: true,
  unsafe_methods: true,
  keep_fargs: false,
  conditionals: false,
};
const terserOptions: object = { module: true, ecma: 2020, compress };

/** The parts of the scenes that come after the opening ones. */
const SCENES = Object.fromEntries(
  [
    ...["parameters_scenes", "data_scenes", "mask_scenes", "attention_scenes", "heads_scenes"],
    ...["positions_scenes", "block_scenes", "data_bridge_scenes", "attention_bridge_scenes"],
  ].map((name) => [name, sources(`draw/scenes/${name}`)]),
);

/** Code that loads together is in one file, because on a slow connection a request takes as long as thirty kilobytes. */
const CHUNKS = {
  // Separate, so that browsers can cache it and its size can be measured.
  "heads-up": [PAGE_GLUE],
  // Requests the other chunks without waiting for anything.
  boot: sources("page/boot"),
  // The first picture: what every page needs, what runs and draws a lesson, and <heads-up> with its stage.
  base: [
    ...sources("page/address/address", "page/progress", "page/placed", "page/plain_click", "page/adopt"),
    ...sources("page/common_styles", "page/alerts_template", "page/header_icons"),
    ...sources("views/common/keys", "views/common/brief_message", "views/common/shown_theme"),
    ...sources("views/common/shape_template", "views/common/register", "views/common/reactive"),
    ...sources("store/kept/kept_object", "store/kept/kept_letter_keys", "store/words_store"),
    ...sources("words/rich_text", "module/refusal", "lesson_file/read_lesson", "views/lesson_file/load"),
    // The words of the landing page's arcs, which a lesson also shows.
    "/web/tokenizer/tutorial.json",
  ],
  common: [
    ...sources("store/lesson_runner", "views/stage/shown_scenes", "draw/paint/paint"),
    ...sources("views/common/pixel_ratio", "views/common/size_controller"),
    ...sources("timeline/playback", "timeline/frames"),
    // Shared with the lab, which needs no lesson.
    ...sources("views/common/on_screen", "views/common/icons"),
    // Shared by the opening scene, which is in the instrument's chunk, and by the other scenes.
    ...sources("draw/operand", "draw/layout/rect", "draw/marks/marks", "timeline/cadence"),
  ],
  instrument: sources("element/define", "page/instrument"),
  // The first picture of a lesson that opens at its beginning.
  opening_scenes: sources("draw/scenes/opening_scenes"),
  // The parts beside the picture.
  beside: sources("element/define_parts"),
  // The parts beside all steps but the first: formulas, code and the choice of weights.
  later_steps: sources("views/side/later_steps"),
  // Shared by the scenes and the lab.
  matrix: sources("draw/marks/matrix"),
  // Shared by several parts of the scenes. Each part has its own chunk, which loads before the first step that needs it.
  scenes: { sharedBy: Object.values(SCENES) },
  ...SCENES,
  // Shared by the search, the maps, the laboratory, the lab and the page of all lessons.
  late: [
    ...sources("words/late_words", "words/prompt_text", "words/typed_number", "words/problem_labels"),
    ...sources("store/part_words", "views/common/save_file", "views/common/file_field"),
    ...sources("views/common/keyboard_focus", "module/training/block_lesson"),
    ...sources("lesson_file/carried", "lesson_file/title"),
    ...sources("page/dialog_styles"),
  ],
  // Shared by the laboratory and the page of all lessons.
  answers: sources("store/kept/kept_answers", "store/kept/kept_solved"),
  // Shared by files of weights, the trained model and the laboratory.
  safetensors: sources("module/weights/safetensors"),
  // Loaded when the reader asks for it.
  laboratory: [
    ...sources(
      "store/past",
      "views/callout/define_callout",
      "views/callout/inspection",
      "views/side/define_aside",
      "element/late_template",
    ),
    ...sources("views/questions/define_questions", "views/sheets/define_sheets", "views/lecture/lecture"),
    ...sources("views/settings/define_settings_form", "views/take_away/define_take_away"),
  ],
  // Shared by files of weights and the lab.
  weights: sources("module/weights/read_weights"),
  // The models that were trained for the lessons, and the text about them.
  trained: sources("store/weights/trained_model", "views/side/trained_element"),
  // The map of a lesson.
  map: sources("views/map/define_map"),
  // The leak lab without the training module.
  lab: sources("page/lab/lab_page"),
  // Separate from the laboratory because of their libraries, a tokenizer and a schema validator.
  authoring: sources(
    "store/weights/own_weights",
    "views/settings/define_own_words",
    "views/lesson_file/own_lesson",
  ),
};

const siteLicences = licencesBeside();
const once = preloadOnce();

/** The site's HTML pages, without comments. */
const pages: Plugin = {
  name: "heads-up:pages",
  transformIndexHtml: (html) => html.replace(/\s*<!--.*?-->/gs, ""),
  config: ({ root = "" }) => ({
    build: { rollupOptions: { input: ["index.html", "embed.html"].map((file) => path.join(root, file)) } },
  }),
};

export default {
  root: inRoot("web"),
  base: "./",
  server: { fs: { allow: [inRoot()] } },
  build: {
    outDir: inRoot("dist/site"),
    emptyOutDir: true,
    target: "es2022",
    minify: "terser",
    terserOptions,
    // data: URLs would need an exception in a strict content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: once.resolve },
    rollupOptions: { output: { manualChunks: chunked(CHUNKS) } },
  },
  worker: { format: "es", plugins: () => [pageModule, glueWithoutUrl, siteLicences.collect] },
  plugins: [
    pages,
    pageModule,
    glueWithoutUrl,
    ...contentPlugins(),
    noScript(inRoot("web/locales")),
    guide(inRoot(), themeCss("root")),
    preload(),
    once.plugin,
    plainPreload(terserOptions),
    classicBeside("embed.html", { before: inRoot("web/src/page/embed/instead.ts"), mode: "embed" }),
    siteLicences.write,
    offline(inRoot("web/src/offline/sw.ts")),
  ],
} satisfies UserConfig;
