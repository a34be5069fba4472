/** <heads-up> as a component: its attributes are props, its events callbacks. Loaded in the browser alone, so a server may render it. */
import type { HeadsUpElement, HeadsUpEvents, LessonName, LessonSpec } from "heads-up-attention/element/class";
import { type RefObject, useEffect, useRef } from "react";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "heads-up": React.HTMLAttributes<HTMLElement> & {
        ref?: RefObject<HeadsUpElement | null>;
        lesson?: LessonName;
        step?: string;
        theme?: string;
        seed?: number;
        controls?: string;
      };
    }
  }
}

interface Props {
  lesson: LessonName;
  step: string;
  lang?: string;
  theme?: string;
  seed?: number;
  controls?: "full" | "minimal" | "none";
  spec?: LessonSpec;
  onStep?: (detail: HeadsUpEvents["heads-up-step"]) => void;
  onAnswer?: (detail: HeadsUpEvents["heads-up-answer"]) => void;
}

export function HeadsUp({ spec, onStep, onAnswer, ...attributes }: Props) {
  const ref = useRef<HeadsUpElement>(null);
  useEffect(() => {
    void import("heads-up-attention/element");
  }, []);
  useEffect(() => {
    if (ref.current && spec) ref.current.spec = spec;
  }, [spec]);
  useEffect(() => {
    const done = new AbortController();
    const { signal } = done;
    ref.current?.addEventListener("heads-up-step", ({ detail }) => onStep?.(detail), { signal });
    ref.current?.addEventListener("heads-up-answer", ({ detail }) => onAnswer?.(detail), { signal });
    return () => done.abort();
  }, [onStep, onAnswer]);
  return <heads-up ref={ref} {...attributes} />;
}
