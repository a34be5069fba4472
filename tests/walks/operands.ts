/** Moves from a number to its operands and back, by keyboard. */
import { expect, vi } from "vitest";
import type { Engine } from "../page/engines/engine.js";
import { seeTable, type TableSeen } from "../page/page_state.js";

const MOST_KEYS = 60;

/** Opens the focused number of the table. The first one loads the code that shows its arithmetic. */
export async function openNumber(engine: Engine): Promise<void> {
  await engine.press("Enter");
  await expect.poll(() => engine.evaluate(seeTable)).toMatchObject({ focused: "h2" });
}

/** Opens the first operand repeatedly, until a number has none; returns all opened numbers. */
export async function openFirstOperands(engine: Engine): Promise<string[]> {
  const opened: string[] = [];
  for (let i = 0; i < MOST_KEYS; i++) {
    const { open, operands } = await engine.evaluate(seeTable);
    opened.push(open);
    if (operands === 0) return opened;
    await engine.press("Tab");
    await leave(engine, open);
  }
  throw new Error(`no end of operands: ${opened.join(", ")}`);
}

/** Opens the first operand whose name contains this text. */
export async function openOperand(engine: Engine, name: string): Promise<void> {
  const { open } = await engine.evaluate(seeTable);
  await tabTo(engine, "Tab", ({ label }) => label.includes(name));
  await leave(engine, open);
}

/** Goes back to the previous number and returns its name. */
export async function goBack(engine: Engine): Promise<string> {
  const { open, back } = await engine.evaluate(seeTable);
  if (!back) await tabTo(engine, "Shift+Tab", (seen) => seen.back);
  return leave(engine, open);
}

/** Presses Enter, and returns the number that is open afterwards, once it has the focus. */
async function leave(engine: Engine, before: string): Promise<string> {
  await engine.press("Enter");
  return vi.waitFor(
    async () => {
      const { open, focused } = await engine.evaluate(seeTable);
      if (open === "" || open === before || focused !== "h2")
        throw new Error(`no way from ${before}: ${open} is open, the focus is on ${focused}`);
      return open;
    },
    { timeout: 30_000, interval: 25 },
  );
}

async function tabTo(
  engine: Engine,
  key: "Tab" | "Shift+Tab",
  wanted: (seen: TableSeen) => boolean,
): Promise<void> {
  const passed: string[] = [];
  for (let i = 0; i < MOST_KEYS; i++) {
    await engine.press(key);
    const seen = await engine.evaluate(seeTable);
    if (wanted(seen)) return;
    passed.push(seen.label);
  }
  throw new Error(`${key} passes only ${passed.join(", ")}`);
}
