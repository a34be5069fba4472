// Fragments with data-step lead the frame of their slide; reveal.js loads it when its slide is shown, and unloads it after.
import Reveal from "./reveal.js/reveal.mjs";

const deck = new Reveal();

const frameOf = (slide) => slide?.querySelector("iframe");
const tell = (frame, command) =>
  frame?.contentWindow?.postMessage({ target: "heads-up", version: 1, ...command }, location.origin);

/** The step of the last fragment that is shown; before the first, the one in the frame's own address. */
function stepOf(slide) {
  const shown = [...slide.querySelectorAll(".fragment.visible[data-step]")].at(-1);
  return shown?.dataset.step ?? new URL(frameOf(slide).dataset.src, location.href).searchParams.get("step");
}

function follow() {
  const slide = deck.getCurrentSlide();
  const frame = frameOf(slide);
  if (!frame) return;
  tell(frame, { type: "seek", step: stepOf(slide), t: 0 });
  tell(frame, { type: "play" });
}

deck.on("fragmentshown", follow);
deck.on("fragmenthidden", follow);

// A frame that has come, or come again, is led to where its slide stands.
addEventListener("message", ({ source, origin, data }) => {
  if (origin !== location.origin || data?.source !== "heads-up" || data.type !== "ready") return;
  const slide = deck.getSlides().find((one) => frameOf(one)?.contentWindow === source);
  if (slide && stepOf(slide) !== data.step) tell(frameOf(slide), { type: "seek", step: stepOf(slide) });
});

await deck.initialize();
