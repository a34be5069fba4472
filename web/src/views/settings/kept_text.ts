/**
 * Keeps input of the settings form that is not on the stage yet in session storage, so that it survives a reload. If the
 * browser refuses storage, the input is lost.
 */
import type { Run } from "../../store/lesson_runner.js";
import { isOnStage, type SettingsDraft } from "../../store/settings.js";
import { type FormText, formText } from "../../store/settings_fields.js";

const KEY = "heads-up-typed";

/** Stores what was typed over the spec on the stage, unless it is there already. */
export function keepTyped(run: Run, draft: SettingsDraft): void {
  const given = formText(run.trace.spec);
  try {
    if (isOnStage(run, draft)) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify({ given, typed: draft.edits }));
  } catch {
    // Storage may be blocked in a sandboxed frame or on a file:// page.
  }
}

/** The input stored for the spec on the stage. Unknown fields and values of a wrong type are ignored. */
export function typedOver({ trace }: Run): Partial<FormText> | undefined {
  const given = formText(trace.spec);
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    if (JSON.stringify(kept?.given) !== JSON.stringify(given)) return undefined;
    const known = Object.entries(given).filter(
      ([field, value]) => typeof kept.typed?.[field] === typeof value,
    );
    return Object.fromEntries(known.map(([field]) => [field, kept.typed[field]]));
  } catch {
    return undefined;
  }
}
