/** Moves from a number to its operands and back, by keyboard. */
import { expect } from "vitest";
import type { Engine } from "../page/engines/engine.js";
import { seeTable, type TableSeen } from "../page/page_state.js";

const MOST_KEYS = 60;

/** Opens the focused number of the table. The first one loads the code that shows its arithmetic. */
export async function openNumber(engine: Engine): Promise<void> {
  await engine.press("Enter");
  await expect.poll(() => engine.evaluate(seeTable)).toMatchObject({ focused: "button" });
}

/** Opens the first operand repeatedly, until a number has none; returns all opened numbers. */
export async function openFirstOperands(engine: Engine): Promise<string[]> {
  const opened: string[] = [];
  for (let i = 0; i < MOST_KEYS; i++) {
    const { open, operands } = await engine.evaluate(seeTable);
    opened.push(open);
    if (operands === 0) return opened;
    await engine.press("Enter");
  }
  throw new Error(`no end of operands: ${opened.join(", ")}`);
}

/** Opens the first operand whose name contains this text. */
export async function openOperand(engine: Engine, name: string): Promise<void> {
  await tabTo(engine, "Tab", ({ label }) => label.includes(name));
  await engine.press("Enter");
}

/** Goes back to the previous number and returns its name. */
export async function goBack(engine: Engine): Promise<string> {
  const { open, back } = await engine.evaluate(seeTable);
  if (!back) await tabTo(engine, "Shift+Tab", (seen) => seen.back);
  await engine.press("Enter");
  const now = (await engine.evaluate(seeTable)).open;
  if (now === open) throw new Error(`no way back from ${open}`);
  return now;
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
